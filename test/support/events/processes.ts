/*
 * Simulates several processes in this one. Each has its own calls to the store, and can be disturbed, delayed and killed separately.
 * A killed process sends no more calls and receives no more answers: its calls fail, so that what it holds in the memory of this process
 * is free again, a turn to read a whole table for example. Work that goes on trying is left waiting.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { Stopped } from "#lib/store/stop-reading";
import { client } from "#lib/store/store";
import { chance } from "#test/support/run/chance";
import { inProcessOnly } from "#test/support/run/target";
import { conflict, type Fault, lost, type Sent, storeError } from "#test/support/store/faults";

/** In addition to `Fault`: the call arrives after the caller gave up, or the process is killed before or after the call took effect. */
export type Accident = Fault | "late" | "killed before" | "killed after";

type AccidentOf = (sent: Sent, index: number) => Accident | undefined | Promise<Accident | undefined>;

interface Process {
  accidentOf: AccidentOf;
  calls: Sent[];
  dead: boolean;
  kill(): void;
  /** How many calls have failed since. */
  failed: number;
  /** Calls that have not arrived yet; they arrive even if the process has ended. */
  late: Promise<unknown>[];
}

const processes = new AsyncLocalStorage<Process>();
const never = new Promise<never>(() => {});
const mostFailed = 20;

function failDead(own: Process): Promise<never> {
  own.failed++;
  return own.failed > mostFailed ? never : Promise.reject(new Stopped("This process was killed."));
}

export interface Ended<Result> {
  /** Undefined if the process was killed. */
  result?: Result;
  killed: boolean;
  calls: Sent[];
}

/** Runs work in its own simulated process. Resolves once its late calls have arrived. */
export async function process<Result>(
  accidentOf: AccidentOf,
  work: () => Promise<Result>,
): Promise<Ended<Result>> {
  inProcessOnly("needs the SDK of this process to observe and disturb calls to the store");
  watch();
  const killed = Promise.withResolvers<"killed">();
  const own: Process = {
    accidentOf,
    calls: [],
    dead: false,
    failed: 0,
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
      if (own.dead) return failDead(own);
      const command = String(context["commandName"]).replace(/Command$/, "");
      const sent: Sent = { command, input: args.input as Sent["input"] };
      const index = own.calls.push(sent) - 1;
      // the deciding function is not part of the simulated process: it may read the store itself
      const accident = await processes.exit(() => own.accidentOf(sent, index));
      if (own.dead) return failDead(own);
      if (accident instanceof Error) throw accident;
      if (accident === "not sent") throw lost();
      if (accident === "late") {
        own.late.push(wait(chance() * 40).then(() => next(args).catch(() => {})));
        throw lost();
      }
      if (accident === "killed before") {
        own.kill();
        return failDead(own);
      }
      const going = next(args);
      // a call that is in progress when the process ends still arrives
      own.late.push(going.catch(() => {}));
      const outcome = await going.then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
      if (accident === "killed after") own.kill();
      if (isDead(own)) return failDead(own);
      if (accident === "answer lost") throw lost();
      if ("error" in outcome) throw outcome.error;
      return outcome.answer;
    },
    { step: "initialize", name: "processes", override: true },
  );
}

const killing = ["killed before", "killed after"] as const;

/** Disturbs this share of the calls to the store, each in one of the ways there are. Only processes that write are killed. */
export const someAccidents =
  (share: number) =>
  ({ command }: Sent): Accident | undefined => {
    if (chance() > share) return undefined;
    const writes = /Put|Update|Delete|Write/.test(command);
    const all: Accident[] = ["not sent", "answer lost", "late", ...(writes ? killing : [])];
    return all[Math.floor(chance() * all.length)];
  };

/** Checked again after each wait, because the process may have been killed meanwhile. */
const isDead = ({ dead }: Process) => dead;
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The error of DynamoDB when another transaction writes the same items: for a single write or for a transaction. */
export const disturbance = ({ command }: Sent) =>
  command === "TransactWriteItems" ? conflict() : storeError("TransactionConflictException");
