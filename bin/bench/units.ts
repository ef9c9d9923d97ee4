/* Units that the store consumes, as it says them itself, of all requests of this process. */
import { client } from "#lib/data/store";

export interface Units {
  read: number;
  written: number;
}

interface Consumed {
  CapacityUnits?: number;
}

/** Gives the units consumed since it was asked last. */
export function countUnits(): () => Units {
  let units: Units = { read: 0, written: 0 };
  client().middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
      const answer = await next(args);
      const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: Consumed | Consumed[] };
      const kind = /^(Get|BatchGet|Query)/.test(String(context["commandName"])) ? "read" : "written";
      for (const { CapacityUnits = 0 } of [ConsumedCapacity ?? []].flat()) units[kind] += CapacityUnits;
      return answer;
    },
    { step: "initialize", name: "units" },
  );
  return () => {
    const used = units;
    units = { read: 0, written: 0 };
    return used;
  };
}
