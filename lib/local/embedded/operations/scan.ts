import { readExpressions } from "../expressions/read-expressions.ts";
import type { Call, Input, Output } from "./context.ts";
import { startOf } from "./keys.ts";
import { capacityChoice, checkKnown, findTable, tableName } from "./parameters.ts";
import { checkNoIndex } from "./query.ts";
import { checkPageParameters, pageParameters, readPage } from "./read-page.ts";
import { readSegment, segmentFilter } from "./segments.ts";

const parameters = [...pageParameters, "Segment", "TotalSegments"];

/** Reads a whole table in the order of its keys. DynamoDB's order is another, so nothing may depend on it. */
export function scan(input: Input, { store, codec, signal }: Call): Promise<Output> {
  checkKnown("Scan", input, parameters);
  const name = tableName(input);
  const choice = capacityChoice(input);
  checkPageParameters(input);
  const segment = readSegment(input);
  const table = findTable(store, name);
  checkNoIndex(input);
  const expressions = readExpressions(input, {
    parameters: ["ProjectionExpression", "FilterExpression"],
    keys: table.definition,
    read: codec.readValue,
  });
  const start = input["ExclusiveStartKey"];
  const after = start ? startOf(codec.readItem(start), table.definition) : undefined;
  const bounds = { conditions: [], after };
  const isWanted = segment && segmentFilter(segment, table.definition);
  return store.longTurns.take(
    () => readPage(table, { bounds, expressions, input, choice, codec, isWanted }),
    signal,
  );
}
