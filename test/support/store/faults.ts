/* What goes to the store, seen and disturbed on its way by the SDK's own middleware. */
import { client } from "#lib/store/store";
import { inProcessOnly } from "#test/support/run/target";

export interface Sent {
  /** As the SDK names it: PutItem, TransactWriteItems, Query … */
  command: string;
  input: { ClientRequestToken?: string; [member: string]: unknown };
}

/** What happens to a call: it never arrives, its answer is lost, or the store answers with this error. */
export type Fault = "not sent" | "answer lost" | Error;

/** Runs `work` while `faultOf` decides about each call, counted from 0; gives what was sent. */
export async function disturbed(
  faultOf: (sent: Sent, index: number) => Fault | undefined | Promise<Fault | undefined>,
  work: () => Promise<unknown>,
): Promise<Sent[]> {
  inProcessOnly("the SDK here watches and disturbs what goes to the store");
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

/** An answer of the store that says no. */
export const storeError = (name: string, more: object = {}) =>
  Object.assign(new Error(name), { name, $fault: "client", ...more });

/** Others were writing the same items. */
export const conflict = () =>
  storeError("TransactionCanceledException", { CancellationReasons: [{ Code: "TransactionConflict" }] });

/** Of a transaction of two writes the second found another version than it had read. */
export const outdated = () =>
  storeError("TransactionCanceledException", {
    CancellationReasons: [{ Code: "None" }, { Code: "ConditionalCheckFailed" }],
  });

/** How many requests go to the store. */
export async function requestsOf(work: () => Promise<unknown>): Promise<number> {
  const { length } = await disturbed(() => undefined, work);
  return length;
}

/** Its n-th request goes wrong, and from then on it is not there any more; that request itself may have had its effect. */
export async function killedAt(n: number, fault: Fault, work: () => Promise<unknown>): Promise<void> {
  const killed = storeError("ValidationException");
  await disturbed((_, index) => (index === n ? fault : index > n ? killed : undefined), work).catch(() => {});
}
