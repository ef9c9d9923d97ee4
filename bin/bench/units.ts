/* Consumed capacity units, as the store reports them. */
import { client } from "#lib/store/store";

export interface Units {
  read: number;
  written: number;
}

interface Consumed {
  CapacityUnits?: number;
}

/** The units of a request that was sent with `ReturnConsumedCapacity`; throws if the store did not report them. */
export function consumedIn(command: string, output: object): Units {
  const { ConsumedCapacity } = output as { ConsumedCapacity?: Consumed | Consumed[] };
  const all = ConsumedCapacity === undefined ? [] : [ConsumedCapacity].flat();
  if (all.length === 0) throw new Error("the store did not report consumed capacity");
  const sum = all.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  return /^(Get|BatchGet|Query)/.test(command) ? { read: sum, written: 0 } : { read: 0, written: sum };
}

/** Gives a function that returns the units consumed by this process since it was last called. */
export function countUnits(): () => Units {
  let units: Units = { read: 0, written: 0 };
  client().middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
      const answer = await next(args);
      const { read, written } = consumedIn(String(context["commandName"]), answer.output);
      units.read += read;
      units.written += written;
      return answer;
    },
    { step: "initialize", name: "units", override: true },
  );
  return () => {
    const used = units;
    units = { read: 0, written: 0 };
    return used;
  };
}
