/* Consumed capacity units, as the store reports them. */
import { type Units, unitsIn } from "#lib/local/store/request-costs";
import { client } from "#lib/store/store";

/** The units of a request that was sent with `ReturnConsumedCapacity`; throws if the store did not report them. */
export function consumedIn(command: string, output: object): Units {
  const { ConsumedCapacity = [] } = output as { ConsumedCapacity?: object | object[] };
  if ([ConsumedCapacity].flat().length === 0) throw new Error("the store did not report consumed capacity");
  return unitsIn(command, output);
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
