/* Observes and disturbs requests to the store, with middleware of the SDK. */
import { onTestFinished, vi } from "vitest";
import { client } from "#lib/store/store";
import { inProcessOnly } from "#test/support/run/target";

export interface Sent {
  /** The name of the command: PutItem, TransactWriteItems, Query … */
  command: string;
  input: { ClientRequestToken?: string; [member: string]: unknown };
}

/** What happens to a request: it never arrives, its answer is lost, or the store responds with this error. */
export type Fault = "not sent" | "answer lost" | Error;

/** Runs `work` while `faultOf` decides about each request, counted from 0; gives all requests. */
export async function disturbed(
  faultOf: (sent: Sent, index: number) => Fault | undefined | Promise<Fault | undefined>,
  work: () => Promise<unknown>,
): Promise<Sent[]> {
  inProcessOnly("needs the SDK of this process to observe and disturb calls to the store");
  const calls: Sent[] = [];
  const name = "disturb";
  client().middlewareStack.add(
    (next, context) => async (args) => {
      const command = String(context["commandName"]).replace(/Command$/, "");
      const sent = { command, input: args.input as Sent["input"] };
      const fault = await faultOf(sent, calls.push(sent) - 1);
      if (fault instanceof Error) throw fault;
      if (fault === "not sent") throw lost();
      const answer = await next(args);
      if (fault === "answer lost") throw lost();
      return answer;
    },
    { step: "initialize", name, override: true },
  );
  try {
    await work();
  } finally {
    client().middlewareStack.remove(name);
  }
  return calls;
}

export const lost = () =>
  Object.assign(new Error("socket hang up"), { name: "TimeoutError", code: "ECONNRESET" });

/** An error response of the store. */
export const storeError = (name: string, more: object = {}) =>
  Object.assign(new Error(name), { name, $fault: "client", ...more });

/** Another transaction was writing the same items. */
export const conflict = () =>
  storeError("TransactionCanceledException", { CancellationReasons: [{ Code: "TransactionConflict" }] });

/** In a transaction of two writes, the second found a newer version than was read. */
export const outdated = () =>
  storeError("TransactionCanceledException", {
    CancellationReasons: [{ Code: "None" }, { Code: "ConditionalCheckFailed" }],
  });

/** The number of requests that `work` sends to the store. */
export async function requestsOf(work: () => Promise<unknown>): Promise<number> {
  const { length } = await disturbed(() => undefined, work);
  return length;
}

/** Runs `work` with a fault at request `n`, and refuses all later requests, as if the process had been killed. Request `n` itself may have had its effect. */
export async function killedAt(n: number, fault: Fault, work: () => Promise<unknown>): Promise<void> {
  const killed = storeError("ValidationException");
  await disturbed((_, index) => (index === n ? fault : index > n ? killed : undefined), work).catch(() => {});
}

/**
 * Until the test ends, no request is abandoned. Else a write by best effort (`tryUpdate`) is, after a second, and a machine that stands still for that
 * long loses it.
 */
export function abandonNothing(): void {
  const limiting = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
  onTestFinished(() => limiting.mockRestore());
}
