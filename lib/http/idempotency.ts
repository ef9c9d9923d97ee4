/*
 * A request with an Idempotency-Key is done once, and gets the same answer for a day (lib/store/idempotency-records.ts).
 *
 *   role and scope are read together with the record of the key; then
 *
 *   the record exists, same request    ──▶ its answer again
 *   the record exists, other request   ──▶ 422
 *   no record                          ──▶ the handler, whose commit writes the record ──▶ answer
 *                                          if the commit fails and the record exists now (a twin, a lost answer) ──▶ its answer
 */
import { createHash } from "node:crypto";
import { type Principal, seesEmails } from "#lib/access/principal";
import { AppError, type Issue } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import { Repeated } from "#lib/store/changes";
import {
  findRecord,
  type IdempotencyRecord,
  type IdempotencySlot,
  idempotencyKey,
  isExpired,
  readAnswer,
} from "#lib/store/idempotency-records";
import type { Key } from "#lib/store/store";
import { busy } from "#lib/store/transaction";
import type { Call, Event, Incoming, KeyedRequest } from "./call.ts";
import type { Definition } from "./definition.ts";

const header = "idempotency-key";

/** Not public endpoints, because keys belong to a caller. GET and DELETE can be repeated without a key. */
const takesKeys = ({ method, public: isPublic }: Definition) =>
  !isPublic && method !== "GET" && method !== "DELETE";

const isKey = (key: string | undefined): key is string =>
  key !== undefined && key.length > 0 && key.length <= limits.idempotencyKeyLength;

/** What is wrong with the header Idempotency-Key. */
export function keyIssues({ headers }: Event, definition: Definition): Issue[] {
  const key = headers[header];
  if (key === undefined || !takesKeys(definition)) return [];
  const path = `headers.${header}`;
  if (!definition.idempotent)
    return [{ path, message: "this endpoint takes no Idempotency-Key; leave the header out" }];
  const message = `must have 1 to ${limits.idempotencyKeyLength} characters`;
  return isKey(key) ? [] : [{ path, message }];
}

/** The key for the record of this request, and the record if it exists; `undefined` without an Idempotency-Key. */
export async function findKeyedRequest(
  event: Incoming,
  { idempotent }: Definition,
  principal: Principal,
): Promise<KeyedRequest | undefined> {
  const key = event.headers[header];
  if (!idempotent || !isKey(key)) return undefined;
  const at = keyOfRequest(principal, key);
  // compressed anew, the same body may have other bytes
  if (event.headers["content-encoding"] !== undefined)
    await (await import("./encodings/inflate-body.ts")).inflateBody(event);
  const found = await findRecord(at);
  const slot = { key: at, request: requestOf(event, seesEmails(principal)) };
  if (!found) return slot;
  return isExpired(found, event.call.now) ? { ...slot, old: found } : { ...slot, done: found };
}

/** Where the record of an earlier request with this key and the same token is kept. */
export const keyOfRequest = (principal: Principal, key: string): Key =>
  idempotencyKey(grantOf(principal), key);

/** The owner of a key: a token, an application of a user, or a user. The same key of another owner is another key. */
function grantOf({ userId, via }: Principal): string {
  if (via.kind === "token") return via.tokenId;
  return via.kind === "application" ? `${via.clientId}#${userId}` : userId;
}

/** A hash of the request as it was sent: the same values in another order, or with other spaces, are another request. */
function requestOf(event: Event, showingEmails: boolean): string {
  const { requestContext, rawPath, rawQueryString, body = "", isBase64Encoded } = event;
  const hash = createHash("sha256");
  // an application that may no longer see e-mail addresses must not get an answer that has them
  hash.update(`${requestContext.http.method} ${rawPath}?${rawQueryString} ${showingEmails}\n`);
  return hash.update(isBase64Encoded ? Buffer.from(body, "base64") : body).digest("base64url");
}

/** Runs the handler unless the request was done before; gives the answer. Throws 422 if the key was used for another request. */
export async function answerOnce(
  definition: Definition,
  { call }: Incoming,
  work: () => unknown,
): Promise<unknown> {
  const { keyed } = call;
  if (!keyed) return work();
  if (keyed.done) return answerOf(keyed.done, keyed, definition, call);
  try {
    return await work();
  } catch (error) {
    const done = await findRecord(keyed.key).catch(() => undefined);
    if (done && !isExpired(done, call.now)) return answerOf(done, keyed, definition, call);
    throw error instanceof Repeated ? busy(error) : error;
  }
}

async function answerOf(
  done: IdempotencyRecord,
  { request }: IdempotencySlot,
  { replay, tagged }: Definition,
  call: Call,
): Promise<unknown> {
  if (done.request !== request)
    throw new AppError(
      "unprocessable_entity",
      "This Idempotency-Key was sent with another request before: take a new one for each",
    );
  if (tagged && done.tag !== undefined) call.tag = done.tag;
  if (!done.ids) return readAnswer(done);
  if (replay) return replay(done.ids as never, call as never);
  const message = "This is done, and what it answered is not kept: it showed a secret, or was too large";
  throw new AppError("conflict", message, { data: { ids: done.ids } });
}
