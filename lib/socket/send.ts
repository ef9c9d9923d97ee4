/* Sends to connections, and forgets those that are gone. */
import type { ViewerItem } from "#lib/data/sockets/connections";
import type { AppError } from "#lib/schemas/basics/error";
import type { BaseId } from "#lib/schemas/basics/ids";
import { runTogether } from "#lib/store/retry";
import { forgetConnection } from "./forget-connection.ts";
import { getPoster } from "./poster.ts";

/** Posts of one call at the same time. */
const sideBySide = 25;

/** Why the server ends a connection: the code of its end. */
export const closing = { token: 4401, base: 4404, texts: 4429 } as const;

/** Sends a message as JSON; a connection that is gone is forgotten. */
export async function sendTo(connection: string, message: object): Promise<void> {
  await sendText(connection, JSON.stringify(message));
}

async function sendText(connection: string, text: string): Promise<void> {
  if (!(await (await getPoster()).post(connection, text))) await forgetConnection(connection);
}

/** Sends each viewer a text of its own. One that cannot be reached stops no other. */
export async function sendToAll(
  viewers: readonly ViewerItem[],
  textFor: (viewer: ViewerItem) => string,
): Promise<void> {
  const failures: unknown[] = [];
  await runTogether(
    viewers,
    (viewer) => sendText(viewer.connection, textFor(viewer)).catch((error: unknown) => failures.push(error)),
    sideBySide,
  );
  if (failures.length > 0)
    console.error({ viewers: viewers.length, failed: failures.length, error: String(failures[0]) });
}

/** Tells a client what was refused: about a base, if it names one. */
export const sendError = (connection: string, error: AppError, baseId?: BaseId): Promise<void> =>
  sendTo(connection, {
    type: "error",
    ...(baseId && { baseId }),
    status: error.status,
    message: error.message,
  });

/** Says why, and ends the connection. */
export async function closeConnection(
  connection: string,
  { error, code, baseId }: { error: AppError; code: number; baseId?: BaseId },
): Promise<void> {
  await sendError(connection, error, baseId);
  await (await getPoster()).close(connection, code);
  await forgetConnection(connection);
}
