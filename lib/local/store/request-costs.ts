/*
 * The cost of a request to the embedded store, in DynamoDB's units. The gateway shows it with the answer, so people see what their calls
 * would cost on AWS.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Engine } from "#lib/local/embedded/open-engine";

/** Units that DynamoDB bills. */
export interface Units {
  /** RCU. */
  read: number;
  /** WCU. */
  written: number;
}

export interface RequestCost extends Units {
  /** Requests to the store. */
  requests: number;
}

const costs = new AsyncLocalStorage<RequestCost>();

/** Runs a request, and gives its answer with what it has cost until then. */
export async function withCost<Answer>(
  request: () => Promise<Answer>,
): Promise<{ answer: Answer; cost: RequestCost }> {
  const cost = { requests: 0, read: 0, written: 0 };
  return { answer: await costs.run(cost, request), cost };
}

/** Counts what was answered without asking the store. */
export function charge(requests: number, units: number): void {
  const cost = costs.getStore();
  if (!cost) return;
  cost.requests += requests;
  cost.read += units;
}

/** The same engine, which counts the cost of each request. */
export function countCosts(engine: Engine): Engine {
  const execute: Engine["execute"] = async (operation, input, options) => {
    const cost = costs.getStore();
    if (!cost) return engine.execute(operation, input, options);
    cost.requests++;
    const output = await engine.execute(operation, { ReturnConsumedCapacity: "TOTAL", ...input }, options);
    const { read, written } = unitsIn(operation, output);
    cost.read += read;
    cost.written += written;
    return output;
  };
  return { ...engine, execute };
}

interface Consumed {
  CapacityUnits?: number;
}

/** The units of an operation that was sent with `ReturnConsumedCapacity`; none if the store did not report them. */
export function unitsIn(operation: string, output: object): Units {
  const { ConsumedCapacity = [] } = output as { ConsumedCapacity?: Consumed | Consumed[] };
  const sum = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  const isRead = /^(Get|BatchGet|Query|TransactGet)/.test(operation);
  return isRead ? { read: sum, written: 0 } : { read: 0, written: sum };
}

/** https://www.w3.org/TR/server-timing */
export const costHeader = ({ requests, read, written }: RequestCost): { [name: string]: string } =>
  requests > 0 ? { "server-timing": `store;desc="${requests} requests, ${read} RCU, ${written} WCU"` } : {};
