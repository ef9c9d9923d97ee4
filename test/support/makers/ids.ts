/* Ids of the right shape that stand for nothing. */
import { randomText } from "#lib/schemas/basics/ids";

const id = (prefix: string) => () => prefix + randomText(16);

export const noBase = id("bse");
export const noTable = id("tbl");
export const noView = id("viw");
export const noField = id("fld");
export const noSpace = id("spc");
export const noUser = id("usr");
export const noInvitation = id("inv");
/** For a field or a share that is to be made. */
export const aFieldId = id("fld");
export const aShareId = id("shr");
export const noClient = () => `clt${randomText(16).toLowerCase()}`;
export const noSecret = id("sec");
