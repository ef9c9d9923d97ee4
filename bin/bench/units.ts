/* Units that the store consumes, as it says them itself. */
import { client } from "#lib/store/store";

export interface Units {
  read: number;
  written: number;
}

interface Consumed {
  CapacityUnits?: number;
}

/** What one request consumed, which was sent with `ReturnConsumedCapacity`. */
export function consumedIn(command: string, output: object): Units {
  const { ConsumedCapacity } = output as { ConsumedCapacity?: Consumed | Consumed[] };
  const all = ConsumedCapacity === undefined ? [] : [ConsumedCapacity].flat();
  if (all.length === 0) throw new Error("the store does not say what it consumed");
  const sum = all.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  return /^(Get|BatchGet|Query)/.test(command) ? { read: sum, written: 0 } : { read: 0, written: sum };
}

/** Gives the units consumed by all requests of this process since it was asked last. */
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
