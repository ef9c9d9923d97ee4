/*
 * Users who have taken another name: lists are sorted by names, and indexes that name them must end (indexes/end-renamed.ts).
 *
 *  entity                pk       sk                cost
 *  renamed, heardRename  RENAMED  <user>#<version>  written with the name, 2 WCU; removed a minute after the indexes have ended
 */

import type { UserId } from "#lib/schemas/basics/ids";
import { type Change, insert } from "#lib/store/commit";
import type { Item } from "#lib/store/store";

export const renamedPart = "RENAMED";

export interface RenamedItem extends Item {
  /** From then on no call needs it. */
  dueTime?: string;
}

/** For the commit that gives a user another name; `version` is the one that it changes. */
export const renameChange = ({ id, version }: { id: UserId; version: number }): Change =>
  insert({ pk: renamedPart, sk: `${id}#${version}`, entity: "renamed" });

/** The user that an item names. */
export const renamedIn = ({ sk }: { sk: string }): UserId => sk.split("#")[0] as UserId;
