/*
 * A request with an Idempotency-Key is done once, and answered the same for a day (lib/store/idempotency-records.ts).
 *
 *   role and scope ──▶ its mark is there ──▶ the same request: the answer again   another: 422
 *     (read beside)    not yet ──▶ handler, whose commit writes the mark ──▶ answer
 *                                     └─ fails: is the mark there now? by a twin, or by itself and the answer got lost ──▶ the answer
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
import { busy } from "#lib/store/transaction";
import type { Call, Event, Incoming, KeyedRequest } from "./call.ts";
import type { Definition } from "./definition.ts";

const header = "idempotency-key";

/** Not of what is open to everybody, for keys belong to a caller; DELETE can be repeated as it is. */
const mayRepeat = ({ method, public: isPublic }: Definition) =>
  !isPublic && method !== "GET" && method !== "DELETE";

const isKey = (key: string | undefined): key is string =>
  key !== undefined && key.length > 0 && key.length <= limits.idempotencyKeyLength;

export function keyIssues({ headers }: Event, definition: Definition): Issue[] {
  const key = headers[header];
  if (key === undefined || !mayRepeat(definition)) return [];
  const path = `headers.${header}`;
  if (!definition.idempotent) return [{ path, message: "must be left out: this request takes none" }];
  const message = `must have 1 to ${limits.idempotencyKeyLength} characters`;
  return isKey(key) ? [] : [{ path, message }];
}

/** What is known of a request like this one; nothing without a key. */
export async function findKeyedRequest(
  event: Incoming,
  { idempotent }: Definition,
  principal: Principal,
): Promise<KeyedRequest | undefined> {
  const key = event.headers[header];
  if (!idempotent || !isKey(key)) return undefined;
  const at = idempotencyKey(grantOf(principal), key);
  const found = await findRecord(at);
  const mark = { key: at, request: requestOf(event, seesEmails(principal)) };
  if (!found) return mark;
  return isExpired(found, event.call.now) ? { ...mark, old: found } : { ...mark, done: found };
}

/** A token of his own, an application with him, or himself: a key of one means nothing with another. */
function grantOf({ userId, via }: Principal): string {
  if (via.kind === "token") return via.tokenId;
  return via.kind === "application" ? `${via.clientId}#${userId}` : userId;
}

/** As it was sent: the same values in another order, or with other spaces, are another request. */
function requestOf(event: Event, showingEmails: boolean): string {
  const { requestContext, rawPath, rawQueryString, body = "", isBase64Encoded } = event;
  const hash = createHash("sha256");
  // an answer with addresses is not for an application that may not see them any more
  hash.update(`${requestContext.http.method} ${rawPath}?${rawQueryString} ${showingEmails}\n`);
  return hash.update(isBase64Encoded ? Buffer.from(body, "base64") : body).digest("base64url");
}

/** Does the work of a request unless it is done already; gives what is answered. */
export async function answerOnce(
  definition: Definition,
  { call }: Incoming,
  work: () => unknown,
): Promise<unknown> {
  const { keyed: marking } = call;
  if (!marking) return work();
  if (marking.done) return answerOf(marking.done, marking, definition, call);
  try {
    return await work();
  } catch (error) {
    const done = await findRecord(marking.key).catch(() => undefined);
    if (done && !isExpired(done, call.now)) return answerOf(done, marking, definition, call);
    throw error instanceof Repeated ? busy(error) : error;
  }
}

async function answerOf(
  done: IdempotencyRecord,
  { request }: IdempotencySlot,
  { replay }: Definition,
  call: Call,
): Promise<unknown> {
  if (done.request !== request)
    throw new AppError(
      "unprocessable_entity",
      "This Idempotency-Key was sent with another request before: take a new one for each",
    );
  if (!done.ids) return readAnswer(done);
  if (replay) return replay(done.ids as never, call as never);
  const message = "This is done, and what it answered is not kept: it showed a secret, or was too large";
  throw new AppError("conflict", message, { data: { ids: done.ids } });
}
