/* What a connection answers to the texts of its client. */

import type { Principal } from "#lib/access/principal";
import { readLogCursor } from "#lib/data/changes/change-cursor";
import { followBase } from "#lib/data/changes/followed";
import { describeLimit, type RateLimit, takeCall } from "#lib/data/identity/rate-limit";
import { hash } from "#lib/data/identity/token-text";
import { addViewer, type ConnectionItem, findConnection, moveViewer } from "#lib/data/sockets/connections";
import { findUnknown } from "#lib/data/sockets/find-unknown";
import { allowReadIn, mayReadIn } from "#lib/http/other-bases";
import { AppError, type Issue, invalid, tooMany } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import { SocketRequest, type SocketRequestOf } from "#lib/schemas/collaboration/socket";
import { issuesOf } from "#lib/schemas/issues/issues";
import { badToken, endViewing } from "./allowed-viewers.ts";
import { beginHints } from "./announce-changes.ts";
import { findCaller } from "./find-caller.ts";
import { forgetViewer } from "./forget-connection.ts";
import { announcePresence } from "./presence.ts";
import { readShort } from "./read-log.ts";
import { closeConnection, closing, sendError, sendTo } from "./send.ts";
import type { SocketCall } from "./socket-route.ts";

interface Asking {
  connection: ConnectionItem;
  caller: Principal;
  now: string;
}

/** Answers a text through its connection. What is wrong with it is said there too, so it never throws an `AppError`. */
export async function answerText({ connection: id, text, now }: SocketCall): Promise<void> {
  const connection = await findConnection(id, now);
  // it has ended while the text was on its way
  if (!connection) return;
  const [caller, seconds] = await Promise.all([
    findCaller(connection.token, now),
    takeCall(hash(`texts ${id}`), textLimit, Date.parse(now)),
  ]);
  if (!caller) return closeConnection(id, { error: badToken(), code: closing.token });
  if (seconds > 0) return closeConnection(id, { error: tooManyTexts(seconds), code: closing.texts });
  const { data: request, error } = parseText(text);
  try {
    if (error) throw error;
    await answer(request, { connection, caller, now });
  } catch (cause) {
    const refusal = cause instanceof AppError ? cause : ownFailure();
    await sendError(id, refusal, request && "baseId" in request ? request.baseId : undefined);
    if (refusal !== cause) throw cause;
  }
}

const textLimit: RateLimit = { rate: limits.socketTextsPerSecond, burst: limits.socketTextsAtOnce };

const tooManyTexts = (seconds: number) =>
  tooMany("texts of this connection", seconds, describeLimit(textLimit));

const ownFailure = () => new AppError("internal_server_error", "Something went wrong on our side");

type Parsed = { data: SocketRequest; error?: undefined } | { data?: undefined; error: AppError };

function parseText(text: string): Parsed {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return { error: refuse({ path: "", message: "send JSON" }) };
  }
  const { data, error } = SocketRequest.safeParse(sent, { reportInput: true });
  return error ? { error: invalid(issuesOf(error)) } : { data };
}

const refuse = (issue: Issue) => invalid([issue]);

function answer(request: SocketRequest, asking: Asking): Promise<void> {
  if (request.type === "watch") return watch(request, asking);
  if (request.type === "unwatch") return unwatch(request, asking);
  return request.type === "here" ? here(request, asking) : ping(asking);
}

async function watch({ baseId, tableIds, since }: SocketRequestOf<"watch">, asking: Asking): Promise<void> {
  const { connection, caller, now } = asking;
  await allowReadIn(baseId, caller);
  const { baseIds } = connection;
  if (!baseIds.includes(baseId) && baseIds.length >= limits.basesPerSocket)
    throw refuse({ path: "baseId", message: `a connection watches at most ${limits.basesPerSocket} bases` });
  // a cursor that is refused changes nothing
  readLogCursor(baseId, since);
  // before the log is read: what comes after it is a hint
  if (!(await addViewer(connection.id, baseId, tableIds))) return;
  const answer = await readShort({ baseId, tableIds, since }, now);
  // before the answer: a client may write as soon as it has it
  if (!answer.more) await beginHints(baseId, { connection: connection.id, cursor: answer.cursor, now });
  await sendTo(connection.id, { type: "changes", baseId, from: since, ...answer });
}

async function unwatch({ baseId }: SocketRequestOf<"unwatch">, { connection }: Asking): Promise<void> {
  await forgetViewer(connection.id, baseId);
}

async function here(
  { baseId, tableId, type: _, ...place }: SocketRequestOf<"here">,
  { connection, now }: Asking,
) {
  if (!connection.baseIds.includes(baseId)) throw refuse(watchFirst);
  const unknown = await findUnknown(baseId, { tableId, ...place });
  if (unknown) throw refuse({ path: unknown, message: "is not in this base, or is deleted" });
  const moved = await moveViewer(connection.id, baseId, place);
  if (!moved) throw refuse(watchFirst);
  const left = moved.before?.viewId;
  if (left && left !== place.viewId) await announcePresence(baseId, left, now);
  await announcePresence(baseId, place.viewId, now);
}

const watchFirst: Issue = { path: "baseId", message: "watch the base first" };

/** Keeps the bases followed that the person may still read, and ends the watching of the others. */
async function ping({ connection: { id, baseIds }, caller, now }: Asking): Promise<void> {
  const watched = await Promise.all(
    baseIds.map(async (baseId) => ({ baseId, isAllowed: await mayReadIn(baseId, caller, {}) })),
  );
  for (const { baseId, isAllowed } of watched)
    if (isAllowed) await followBase(baseId, now, { isWatched: true });
    else await endViewing(id, baseId, now);
  await sendTo(id, { type: "pong" });
}
