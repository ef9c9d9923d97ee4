/* Imports endpoints before their first call: once the server is ready, and once the page of the app is asked for. */
import { setImmediate as turn } from "node:timers/promises";
import { importHandler } from "#lib/registry";
import type { ListedRoute } from "./list-functions.ts";

/** The endpoints that most callers call first, which share nearly all of their code: together they take 10 MB. */
export const warmed = ["listRecords", "getRecord", "createRecords", "updateRecord", "listTables", "getTable"];

/** Those that show the first rows of the app, beside these. They take 4 MB, which a server without people in the app need not have. */
export const warmedForApp = [
  ...["getBase", "listViews", "listFields", "listChanges", "countRecords", "createTicket"],
];

/** One at a time, so that requests are answered in between. One that cannot be imported fails at its first call. */
export async function warmUp(
  routes: readonly ListedRoute[],
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const { endpoint } of routes.filter(({ endpoint }) => names.includes(endpoint.operation))) {
    if (signal.aborted) return;
    await importHandler(endpoint).catch(() => {});
    await turn();
  }
}
