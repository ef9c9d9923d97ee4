/*
 * What the address of a shared view opens. Whoever has it is asked for nothing else, or for a password; who gave that has a cookie.
 *
 *          pk            sk               cost
 *  share   SHARE#<id>    SHARE            get 1 RCU; written with the view (views.ts)
 *  entry   SHARE#<id>    ENTRY#<sha256>   somebody who gave the password: get 1 RCU with it; put 1 WCU
 *
 * An address that is none, is none any more, or leads to what was deleted is the same 404 after as many round trips.
 */

import type { Caller } from "#lib/data/identity/caller";
import { hash } from "#lib/data/identity/token-text";
import { entryKey, shareKey } from "#lib/data/schema/share-keys";
import * as tables from "#lib/data/schema/table-schema";
import * as bases from "#lib/data/spaces/bases";
import { openFields } from "#lib/engine/views/shared-view";
import { AppError } from "#lib/schemas/basics/error";
import type { BaseId, TableId, UserId, ViewId } from "#lib/schemas/basics/ids";
import { isUnexpired } from "#lib/store/expiry";
import { getItems, type Item } from "#lib/store/store";

type ShareItem = Item & { tableId: TableId; viewId: ViewId; secret: string };
type Entry = Item & { password: string; expiresAt: number };

export interface Share {
  id: string;
  view: tables.ViewItem;
  /** All of the table; a visitor may know of the fields that are open only. */
  schema: tables.Schema & Required<Pick<tables.Schema, "open">>;
  /** What its cursors are sealed with. */
  secret: string;
  /** Whether who asks has given the password, if there is one. */
  isEntered: boolean;
}

export interface AskedOfShare {
  params: { shareId: string };
  /** What the cookie of the share holds. */
  cookie: string | undefined;
  now: string;
}

const nowhere = { table: "tbl" as TableId, base: "bse" as BaseId };

/** The share at an address, also to who has not given its password yet. */
export async function findShare({ params: { shareId: id }, cookie, now }: AskedOfShare): Promise<Share> {
  // no store has such a key
  if (!/^[\w-]{16,64}$/.test(id)) throw noShare();
  const [guard, entry] = await readGuard(id, cookie);
  const table = await tables.find(guard?.tableId ?? nowhere.table);
  const [schema, base] = await Promise.all([
    table && tables.schemaOf(table),
    bases.find(table?.baseId ?? nowhere.base),
  ]);
  const view = schema?.views.find((each) => each.id === guard?.viewId);
  if (!guard || !schema || !base || !view?.enableShare || view.shareId !== id) throw noShare();
  const hasEntered = entry?.password === passwordMark(view) && isUnexpired(entry, now);
  return {
    id,
    view,
    secret: guard.secret,
    schema: { ...schema, open: openFields(view, schema.fields) },
    isEntered: !view.passwordHash || hasEntered,
  };
}

/** The share at an address, to who may look at it. */
export async function openShare(asked: AskedOfShare): Promise<Share> {
  const share = await findShare(asked);
  if (!share.isEntered) throw passwordRequired("This share has a password: send it to …/view/auth first");
  return share;
}

/** The same, to who may see records. */
export async function openRecords(asked: AskedOfShare): Promise<Share> {
  const share = await openShare(asked);
  if (!share.view.shareMeta?.includeRecords)
    throw new AppError("restricted_resource", "This share does not show records");
  return share;
}

export const takesRecords = ({ view }: Share): boolean =>
  view.viewType === "form" && view.shareMeta?.submit?.allow === true;

export const mustSignIn = ({ view }: Share, userId: UserId | undefined): boolean =>
  view.shareMeta?.submit?.requireLogin === true && !userId;

/** Whether somebody may fill it in: 403 where it takes nothing, 401 where he must sign in first. */
export function refuseForm(share: Share, userId: UserId | undefined): void {
  if (!takesRecords(share)) throw new AppError("restricted_resource", "This share takes no records");
  if (mustSignIn(share, userId))
    throw new AppError("unauthorized", "Sign in first: this form tells who has filled it in", {
      headers: { "www-authenticate": "Cookie" },
    });
}

async function readGuard(id: string, cookie: string | undefined) {
  const key = shareKey(id);
  const entry = cookie && /^[0-9A-Za-z]{43}$/.test(cookie) ? entryKey(id, cookie) : undefined;
  const found = await getItems([key, ...(entry ? [entry] : [])]);
  return [
    found.find(({ sk }) => sk === key.sk) as ShareItem | undefined,
    found.find(({ sk }) => sk === entry?.sk) as Entry | undefined,
  ] as const;
}

/** Of another password, also of the same one given again, it is another. */
export const passwordMark = ({ id, passwordHash = "" }: tables.ViewItem) => hash(`${id} ${passwordHash}`);

const noShare = () => new AppError("not_found", "There is no such share, or it is closed");
export const passwordRequired = (message: string) =>
  new AppError("unauthorized_share", message, { headers: { "www-authenticate": "Cookie" } });

/** Who looks at a share is nobody in particular: what a view says of Me finds nothing. */
export const visitorCaller = (now: string): Caller => ({
  userId: "usr" as UserId,
  now,
  may: { seeEmails: false, read: true, create: false, update: false, delete: false },
});
