/*
 * What the address of a shared view opens. Some shares also need a password; visitors who gave it have a cookie.
 *
 *  entity      pk          sk              cost
 *  shareEntry  SHARE#<id>  ENTRY#<sha256>  a visitor who gave the password: get 1 RCU with the share (schema/views.ts); put 1 WCU
 *
 * Unknown, revoked and trashed shares give the same 404 after the same number of round trips.
 */

import { type Caller, visitorId } from "#lib/data/identity/caller";
import { hash } from "#lib/data/identity/token-text";
import { entryKey, shareKey } from "#lib/data/schema/share-keys";
import type { FieldItem } from "#lib/data/schema/table-schema";
import * as tables from "#lib/data/schema/table-schema";
import * as bases from "#lib/data/spaces/bases";
import { isShownIn } from "#lib/engine/query/shown-fields";
import { openFields } from "#lib/engine/views/shared-view";
import { AppError } from "#lib/schemas/basics/error";
import type { BaseId, TableId, UserId, ViewId } from "#lib/schemas/basics/ids";
import { absoluteAddress } from "#lib/schemas/basics/public-origin";
import type { ShareAddress } from "#lib/schemas/tables/view-changes";
import { isUnexpired } from "#lib/store/expiry";
import { getEach, type Item } from "#lib/store/store";

type ShareItem = Item & { tableId: TableId; viewId: ViewId; secret: string };
type Entry = Item & { password: string; expiresAt: number };

export interface Share {
  id: string;
  view: tables.ViewItem;
  /** The whole table; visitors may only see the fields in `open`. */
  schema: tables.Schema & Required<Pick<tables.Schema, "open">>;
  /** Encrypts its cursors. */
  secret: string;
  /** Whether the visitor has given the password, or needs none. */
  isEntered: boolean;
  /** Its space is being moved to another cell: nothing can be written there now. */
  isMoving?: true;
}

/** The id of a share, and the address of its page. */
export const shareAddress = (shareId: string): ShareAddress => ({
  shareId,
  url: absoluteAddress(`share/${shareId}`),
});

/** The visitor who sends a request to a share, and its time. */
export interface Visitor {
  /** Only if the visitor has signed in. */
  userId: UserId | undefined;
  now: string;
}

export interface AskedOfShare {
  params: { shareId: string };
  /** The value of the share's cookie. */
  cookie: string | undefined;
  now: string;
}

const unusedIds = { table: "tbl" as TableId, base: "bse" as BaseId };

/** The share at an address, even before its password was given. Throws 404 if there is none, 410 if its space is in another cell. */
export async function findShare({ params: { shareId: id }, cookie, now }: AskedOfShare): Promise<Share> {
  // such an id cannot exist
  if (!/^[\w-]{16,64}$/.test(id)) throw noShare();
  const [guard, entry] = await readGuard(id, cookie);
  const table = await tables.find(guard?.tableId ?? unusedIds.table);
  const [schema, base] = await Promise.all([
    table && tables.schemaOf(table),
    bases.find(table?.baseId ?? unusedIds.base),
  ]);
  const view = schema?.views.find((each) => each.id === guard?.viewId);
  if (!guard || !schema || !base || !view?.enableShare || view.shareId !== id) throw noShare();
  if (base.move) (await import("#lib/data/spaces/refuse-moved")).refuseMoved(base);
  const hasEntered = entry?.password === passwordMark(view) && isUnexpired(entry, now);
  return {
    id,
    view,
    secret: guard.secret,
    schema: { ...schema, open: openFields(view, schema.fields) },
    isEntered: !view.passwordHash || hasEntered,
    ...(base.move && { isMoving: true }),
  };
}

/** The share at an address; throws 404 if there is none, 401 if its password is missing. */
export async function openShare(request: AskedOfShare): Promise<Share> {
  const share = await findShare(request);
  if (!share.isEntered) throw passwordRequired("This share needs a password: send it to …/view/auth first");
  return share;
}

/** As `openShare`; throws 403 if the share does not show records. */
export async function openRecords(request: AskedOfShare): Promise<Share> {
  const share = await openShare(request);
  refuseRecords(share);
  return share;
}

/** As `openRecords`; throws 403 if visitors may not copy cells. */
export async function openCopy(request: AskedOfShare): Promise<Share> {
  const share = await openRecords(request);
  if (!share.view.shareMeta?.allowCopy)
    throw new AppError("restricted_resource", "This share does not allow copying");
  return share;
}

/** Throws 403 if the share does not show records. */
export function refuseRecords(share: Share): void {
  if (!showsRecords(share)) throw new AppError("restricted_resource", "This share does not show records");
}

/** Whether visitors may see the records of the view. */
export const showsRecords = ({ view }: Share): boolean => view.shareMeta?.includeRecords === true;

/** A field that visitors may see. Throws 403 for any other id, whether the table has such a field or not. */
export function openField({ schema }: Share, id: string): FieldItem {
  const field = schema.open.find((each) => each.id === id);
  if (!field) throw notShown(id);
  return field;
}

/**
 * A field that the form shows. Throws 403 as `openField` does; also for a field that is only shared as a hidden one, because a form offers
 * more than cells.
 */
export function askedField(share: Share, id: string): FieldItem {
  const field = openField(share, id);
  if (!isShownIn(share.view)(field)) throw notShown(id);
  return field;
}

const notShown = (id: string) =>
  new AppError("restricted_resource", `This share does not show the field ${id}`);

/** Whether the share is a form that visitors may submit. */
export const takesRecords = ({ view }: Share): boolean =>
  view.viewType === "form" && view.shareMeta?.submit?.allow === true;

/** Whether the visitor must sign in before submitting the form. */
export const mustSignIn = ({ view }: Share, userId: UserId | undefined): boolean =>
  view.shareMeta?.submit?.requireLogin === true && !userId;

/** Throws 403 if the share is not a form that takes records, 401 if the visitor must sign in first. */
export function refuseForm(share: Share, userId: UserId | undefined): void {
  if (!takesRecords(share)) throw new AppError("restricted_resource", "This share does not take records");
  refuseUnsigned(share, userId);
}

/** Throws 401 if the visitor must sign in before they see what the form offers, and submit it. */
export function refuseUnsigned(share: Share, userId: UserId | undefined): void {
  if (mustSignIn(share, userId))
    throw new AppError("unauthorized", "Sign in first: this form records who submits it", {
      headers: { "www-authenticate": "Cookie" },
    });
}

async function readGuard(id: string, cookie: string | undefined) {
  const key = shareKey(id);
  const entry = cookie && /^[0-9A-Za-z]{43}$/.test(cookie) ? entryKey(id, cookie) : undefined;
  return entry ? getEach<[ShareItem, Entry]>([key, entry]) : getEach<[ShareItem]>([key]);
}

/** Identifies the present password. Setting a password changes it, even if the text is the same. */
export const passwordMark = ({ id, passwordHash = "" }: tables.ViewItem) => hash(`${id} ${passwordHash}`);

const noShare = () => new AppError("not_found", "There is no such share, or it was closed");
/** A 401 for a missing or wrong password. */
export const passwordRequired = (message: string) =>
  new AppError("unauthorized_share", message, { headers: { "www-authenticate": "Cookie" } });

/** Visitors of a share are anonymous: a filter for Me matches nothing. */
export const visitorCaller = (now: string): Caller => ({
  userId: visitorId,
  now,
  may: { seeEmails: false, read: true, create: false, update: false, delete: false },
});
