/* What begins when it is known that an e-mail address is somebody's: invitations that were waiting for it. */
import type { UserId } from "#lib/schemas/ids";
import type { Change } from "./commit.ts";

export const joining = async (_email: string, _userId: UserId, _now: string): Promise<Change[]> => [];
