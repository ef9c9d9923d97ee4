/*
 * What the address of a shared view opens. Whoever has it is asked for nothing else, or for a password; who gave that has a cookie.
 *
 *          pk            sk               cost
 *  share   SHARE#<id>    SHARE            get 1 RCU; written with the view (views.ts)
 *  entry   SHARE#<id>    ENTRY#<sha256>   somebody who gave the password: get 1 RCU with it; put 1 WCU
 *
 * An address that is none, is none any more, or leads to what was deleted is the same 404 after as many round trips.
 */
import { openFields } from "#lib/engine/shared-view";
import { AppError } from "#lib/schemas/error";
import { type BaseId, randomText, type TableId, type UserId, type ViewId } from "#lib/schemas/ids";
import * as attempts from "./attempts.ts";
import * as bases from "./bases.ts";
import type { Caller } from "./caller.ts";
import { commit, insert } from "./commit.ts";
import { expiryIn, isGood } from "./expiry.ts";
import { networkOf } from "./network.ts";
import { isPassword } from "./passwords.ts";
import { getMany, type Item } from "./store.ts";
import * as tables from "./table-schema.ts";
import { hash } from "./token-text.ts";
import { shareKey } from "./views.ts";

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
export async function find({ params: { shareId: id }, cookie, now }: AskedOfShare): Promise<Share> {
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
  const hasEntered = entry?.password === passwordMark(view) && isGood(entry, now);
  return {
    ...{ id, view, secret: guard.secret, schema: { ...schema, open: openFields(view, schema.fields) } },
    isEntered: !view.passwordHash || hasEntered,
  };
}

/** The share at an address, to who may look at it. */
export async function open(asked: AskedOfShare): Promise<Share> {
  const share = await find(asked);
  if (!share.isEntered) throw unentered("This share has a password: send it to …/view/auth first");
  return share;
}

/** The same, to who may see records. */
export async function openRecords(asked: AskedOfShare): Promise<Share> {
  const share = await open(asked);
  if (!share.view.shareMeta?.includeRecords)
    throw new AppError("restricted_resource", "This share does not show records");
  return share;
}

async function readGuard(id: string, cookie: string | undefined) {
  const key = shareKey(id);
  const entry = cookie && /^[0-9A-Za-z]{43}$/.test(cookie) ? entryKey(id, cookie) : undefined;
  const found = await getMany([key, ...(entry ? [entry] : [])]);
  return [
    found.find(({ sk }) => sk === key.sk) as ShareItem | undefined,
    found.find(({ sk }) => sk === entry?.sk) as Entry | undefined,
  ] as const;
}

const entryKey = (id: string, secret: string) => ({ pk: shareKey(id).pk, sk: `ENTRY#${hash(secret)}` });

/** Of another password, also of the same one given again, it is another. */
const passwordMark = ({ id, passwordHash = "" }: tables.ViewItem) => hash(`${id} ${passwordHash}`);

const noShare = () => new AppError("not_found", "There is no such share, or it is closed");
const unentered = (message: string) =>
  new AppError("unauthorized_share", message, { headers: { "www-authenticate": "Cookie" } });

/** How long one who gave the password is let in, in seconds. */
export const entrySeconds = 7 * 24 * 3600;

/** Lets in who knows the password: gives what the cookie is to hold, its only clear copy; none where no password is asked for. */
export async function enter(
  { id, view }: Share,
  password: string,
  { sourceIp, now }: { sourceIp: string; now: string },
): Promise<string | undefined> {
  if (!view.passwordHash) return undefined;
  const guess = await guessing(id, sourceIp, Date.parse(now));
  if (!(await isPassword(password, view.passwordHash))) throw unentered("The password is not right");
  const secret = randomText(43);
  const entry = { password: passwordMark(view), expiresAt: expiryIn(entrySeconds, now) };
  const change = insert({ ...entryKey(id, secret), entity: "shareEntry", ...entry });
  await Promise.all([commit([change]), guess.wasRight()]);
  return secret;
}

/** Few guesses for each network, so that who guesses does not lock others out; all of them together are not many either. */
async function guessing(id: string, sourceIp: string, at: number) {
  const network = networkOf(sourceIp);
  const own = { kind: "account", of: `share ${id} ${network ?? ""}` } as const;
  const others: attempts.Guessed[] = [
    { kind: "share", of: id },
    ...(network ? [{ kind: "network", of: network } as const] : []),
  ];
  await attempts.bookAll([own, ...others], at);
  return {
    wasRight: () =>
      Promise.all([attempts.forget(own, at), ...others.map((each) => attempts.takeBack(each, at))]),
  };
}

/** Who looks at a share is nobody in particular: what a view says of Me finds nothing. */
export const visitor = (now: string): Caller => ({
  ...{ userId: "usr" as UserId, now },
  may: { seeEmails: false, read: true, create: false, update: false, delete: false },
});
