/* What a function says of a request for its log: on AWS it writes that itself, here the line of the request has it (log-lines.ts). */
import { AsyncLocalStorage } from "node:async_hooks";
import { type LogEntry, sendLogTo } from "#lib/http/log";

const entries = new AsyncLocalStorage<{ entry?: LogEntry }>();

/** Makes functions give their entries to the requests that run. */
export function takeEntries(): void {
  sendLogTo((entry) => {
    const place = entries.getStore();
    if (place) place.entry = entry;
  });
}

/** Runs a function, and gives its answer with its entry, if it has made one until then. */
export async function withEntry<Answer>(
  run: () => Promise<Answer>,
): Promise<{ answer: Answer; entry?: LogEntry }> {
  const place: { entry?: LogEntry } = {};
  return { answer: await entries.run(place, run), ...place };
}
