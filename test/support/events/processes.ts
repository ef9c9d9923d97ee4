/*
 * Several processes in this one, each with its own calls to the store: they can be disturbed, held up and killed one by one.
 * What is killed sends nothing more and hears nothing more, as if it had never been there.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { client } from "#lib/store/store";
import { inProcessOnly } from "#test/support/run/target";
import { conflict, type Fault, lost, type Sent, storeError } from "#test/support/store/faults";

/** Besides `Fault`: the call arrives long after it was given up, or the process ends before or after it took effect. */
export type Accident = Fault | "late" | "killed before" | "killed after";

type AccidentOf = (sent: Sent, index: number) => Accident | undefined | Promise<Accident | undefined>;

interface Process {
  accidentOf: AccidentOf;
  calls: Sent[];
  dead: boolean;
  kill(): void;
  /** Calls that are to arrive yet, also when it has ended. */
  late: Promise<unknown>[];
}

const processes = new AsyncLocalStorage<Process>();
const never = new Promise<never>(() => {});

export interface Ended<Result> {
  /** Undefined when it was killed. */
  result?: Result;
  killed: boolean;
  calls: Sent[];
}

/** Does work in a process of its own. Settles once its late calls have arrived. */
export async function process<Result>(
  accidentOf: AccidentOf,
  work: () => Promise<Result>,
): Promise<Ended<Result>> {
  inProcessOnly("the SDK here watches and disturbs what goes to the store");
  watch();
  const killed = Promise.withResolvers<"killed">();
  const own: Process = {
    accidentOf,
    calls: [],
    dead: false,
    kill() {
      this.dead = true;
      killed.resolve("killed");
    },
    late: [],
  };
  const working = processes.run(own, async () => ({ result: await work() }));
  const outcome = await Promise.race([working, killed.promise]);
  await Promise.all(own.late);
  return { ...(outcome !== "killed" && outcome), killed: outcome === "killed", calls: own.calls };
}

let watched: unknown;

function watch(): void {
  if (watched === client()) return;
  watched = client();
  client().middlewareStack.add(
    (next, context) => async (args) => {
      const own = processes.getStore();
      if (!own) return next(args);
      if (own.dead) return never;
      const command = String(context["commandName"]).replace(/Command$/, "");
      const sent: Sent = { command, input: args.input as Sent["input"] };
      const index = own.calls.push(sent) - 1;
      // whoever decides about it, and may look at the store for that, is no part of the process
      const accident = await processes.exit(() => own.accidentOf(sent, index));
      if (own.dead) return never;
      if (accident instanceof Error) throw accident;
      if (accident === "not sent") throw lost();
      if (accident === "late") {
        own.late.push(wait(Math.random() * 40).then(() => next(args).catch(() => {})));
        throw lost();
      }
      if (accident === "killed before") {
        own.kill();
        return never;
      }
      const going = next(args);
      // what is on its way when the process ends arrives all the same
      own.late.push(going.catch(() => {}));
      const outcome = await going.then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
      if (accident === "killed after") own.kill();
      if (isDead(own)) return never;
      if (accident === "answer lost") throw lost();
      if ("error" in outcome) throw outcome.error;
      return outcome.answer;
    },
    { step: "initialize", name: "processes", override: true },
  );
}

/** Asked again after each wait: somebody else may have killed it meanwhile. */
const isDead = ({ dead }: Process) => dead;
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Another transaction was at the same items, as DynamoDB says it of a single write or of a transaction. */
export const disturbance = ({ command }: Sent) =>
  command === "TransactWriteItems" ? conflict() : storeError("TransactionConflictException");
