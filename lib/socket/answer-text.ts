/* What a connection answers to the texts of its client. */

import type { Principal } from "#lib/access/principal";
import { followBase } from "#lib/data/changes/followed";
import {
  addViewer,
  type ConnectionItem,
  findConnection,
  moveViewer,
  removeViewer,
} from "#lib/data/sockets/connections";
import { planSending, presenceIn } from "#lib/data/sockets/sendings";
import { findGrantee } from "#lib/http/authenticate";
import { mayReadIn } from "#lib/http/other-bases";
import { AppError, type Issue, invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import { SocketRequest, type SocketRequestOf } from "#lib/schemas/collaboration/socket";
import { issuesOf } from "#lib/schemas/issues/issues";
import { badToken, noBase } from "./allowed-viewers.ts";
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
  const caller = await findGrantee(connection.token, { now });
  if (!caller) {
    await closeConnection(id, { error: badToken(), code: closing.token });
    return;
  }
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
  if (!(await mayReadIn(baseId, caller, {}))) throw noBase(baseId);
  const { baseIds } = connection;
  if (!baseIds.includes(baseId) && baseIds.length >= limits.basesPerSocket)
    throw refuse({ path: "baseId", message: `a connection watches at most ${limits.basesPerSocket} bases` });
  // before the log is read: what comes after it is a hint
  if (!(await addViewer(connection.id, baseId, tableIds))) return;
  const answer = await readShort({ baseId, tableIds, since }, now);
  await sendTo(connection.id, { type: "changes", baseId, from: since, ...answer });
}

async function unwatch({ baseId }: SocketRequestOf<"unwatch">, { connection }: Asking): Promise<void> {
  const viewer = await removeViewer(connection.id, baseId);
  if (viewer?.here) await planSending(presenceIn(baseId, viewer.here.viewId), { isLater: true });
}

async function here({ baseId, type: _, ...place }: SocketRequestOf<"here">, { connection, now }: Asking) {
  const moved = await moveViewer(connection.id, baseId, place);
  if (!moved) throw refuse({ path: "baseId", message: "watch the base first" });
  const left = moved.before?.viewId;
  if (left && left !== place.viewId) await announcePresence(baseId, left, now);
  await announcePresence(baseId, place.viewId, now);
}

async function ping({ connection, now }: Asking): Promise<void> {
  await Promise.all(connection.baseIds.map((baseId) => followBase(baseId, now, { isWatched: true })));
  await sendTo(connection.id, { type: "pong" });
}
