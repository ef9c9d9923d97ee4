/* Entries in the security log of a person, and about their tokens. */
import { isDeepStrictEqual } from "node:util";
import { actorFor } from "#lib/data/identity/actor";
import { type Place, sessionIdOf } from "#lib/data/identity/sessions";
import type { TokenItem } from "#lib/data/identity/tokens";
import { entryChange, type Told } from "#lib/data/spaces/access-log/log-entries";
import { reachEntries } from "#lib/data/spaces/access-log/log-reach";
import type { UserId } from "#lib/schemas/basics/ids";
import type { AccessAction } from "#lib/schemas/identity/access-log";
import type { Change } from "#lib/store/commit";
import type { Key } from "#lib/store/store";

/** The entry in the log of a person about their account. */
export const accountEntry = (
  user: { id: UserId; name: string },
  action: AccessAction,
  told: Omit<Told, "place"> = {},
): Change => entryChange(user.id, action, told, actorFor(user));

/** A session, as entries name it: with what the list of sessions says of where it began. */
export const sessionSubject = (key: Key, { browser, network }: Place) => ({
  subject: { type: "session" as const, id: sessionIdOf(key), name: browser },
  ...(network !== undefined && { after: { network } }),
});

type TokenAction = Extract<AccessAction, `token.${string}`>;

/** Gives the entries about a token for `lib/data/identity/tokens.ts`. */
export const tokenEntries =
  (action: TokenAction) =>
  (token: TokenItem, before: TokenItem): Promise<Change[]> => {
    const { id, name, userId } = token;
    const isChange = action === "token.changed" || action === "token.refreshed";
    return reachEntries(action, {
      userId,
      subject: { type: "token", id, name },
      ...((isChange || action === "token.deleted") && { before: rightsOf(before) }),
      ...(action !== "token.deleted" && { after: rightsOf(token) }),
      isBrief: isChange && isDeepStrictEqual(before.scopes, token.scopes),
    });
  };

const rightsOf = ({ scopes, reach, expiredTime }: TokenItem) => ({ scopes, reach, expiredTime });
