/* One page of a Query or Scan: at most `Limit` items, and at most a megabyte of items before the filter. */

import type { Expressions } from "../expressions/read-expressions.ts";
import { keysOf } from "../storage/change-log.ts";
import { type Bounds, isPlain } from "../storage/item-rows.ts";
import type { Table } from "../storage/tables.ts";
import type { Codec } from "../values/codec.ts";
import { megabyte } from "../values/size.ts";
import type { Item } from "../values/value.ts";
import { consumedMember, readUnits } from "./capacity.ts";
import type { Input, Output } from "./context.ts";
import { type CapacityChoice, detected, invalidMember, oneOf } from "./parameters.ts";

export interface PageOptions {
  bounds: Bounds;
  expressions: Expressions;
  input: Input;
  choice: CapacityChoice;
  codec: Codec;
  /** Which items are read; all by default. */
  isWanted?: ((item: Item) => boolean) | undefined;
}

export function readPage(
  table: Table,
  { bounds, expressions, input, choice, codec, isWanted }: PageOptions,
): Output {
  const limit = (input["Limit"] as number | undefined) ?? Number.POSITIVE_INFINITY;
  const { filter, project } = expressions;
  const onlyCount = input["Select"] === "COUNT";
  const items: unknown[] = [];
  let [scanned, count, bytes, skipped] = [0, 0, 0, 0];
  for (const stored of table.rows.read(bounds)) {
    const { item, size } = stored;
    if (isWanted && !isWanted(item)) {
      skipped += size;
      // skipping items takes time too: a page may be empty, and the next one goes on after it
      if (skipped >= megabyte) return answer(item);
      continue;
    }
    bytes += size;
    scanned++;
    if (!filter || filter(item)) {
      count++;
      if (!onlyCount) items.push(codec.showItem(project ? project(item) : item, isPlain(stored)));
    }
    // the item that fills the megabyte is still of this page
    if (scanned >= limit || bytes >= megabyte) return answer(item);
  }
  return answer(undefined);

  function answer(lastKey: Item | undefined): Output {
    return {
      ...(!onlyCount && { Items: items }),
      Count: count,
      ScannedCount: scanned,
      ...(lastKey && { LastEvaluatedKey: codec.showItem(keysOf(lastKey, table.definition)) }),
      ...consumedMember(table.definition.name, readUnits(bytes, input["ConsistentRead"]), choice),
    };
  }
}

const selections = ["SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"] as const;

/** The parameters that Query and Scan share. */
export const pageParameters = [
  ...["TableName", "IndexName", "FilterExpression", "ProjectionExpression", "ExpressionAttributeNames"],
  ...["ExpressionAttributeValues", "ConsistentRead", "ExclusiveStartKey", "Limit", "Select"],
  "ReturnConsumedCapacity",
];

/** Checks the parameters that Query and Scan share. */
export function checkPageParameters(input: Input): void {
  const limit = input["Limit"] as number | undefined;
  if (limit !== undefined && !(limit >= 1))
    throw invalidMember(limit, "Limit", "Member must have value greater than or equal to 1");
  const select = oneOf(input, "Select", selections);
  const projected = input["ProjectionExpression"] !== undefined;
  if (select === "ALL_PROJECTED_ATTRIBUTES")
    throw detected("ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
  if (select === "SPECIFIC_ATTRIBUTES" && !projected)
    throw detected(
      "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES",
    );
  if (projected && (select === "COUNT" || select === "ALL_ATTRIBUTES"))
    throw detected(
      `Cannot specify the ProjectionExpression when choosing to get ${select === "COUNT" ? "only the Count" : select}`,
    );
}
