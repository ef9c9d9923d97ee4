import { ValidationError } from "../errors.ts";
import type { KeyRange, SortCondition } from "../expressions/key-condition.ts";
import { readExpressions } from "../expressions/read-expressions.ts";
import type { Bounds, RowKey } from "../storage/item-rows.ts";
import { keyNames, type TableDefinition } from "../storage/tables.ts";
import { areEqual, beginsWith, compareValues, isInOrder, type OrderComparator } from "../values/compare.ts";
import { columnAfterPrefix, toKeyColumn } from "../values/key-value.ts";
import type { Item, Scalar, Value } from "../values/value.ts";
import type { Call, Input, Output } from "./context.ts";
import { startOf } from "./keys.ts";
import { capacityChoice, checkKnown, findTable, invalidHidden, tableName } from "./parameters.ts";
import { checkPageParameters, pageParameters, readPage } from "./read-page.ts";

const parameters = [...pageParameters, "KeyConditionExpression", "ScanIndexForward"];

export function query(input: Input, { store, codec, signal }: Call): Promise<Output> {
  checkKnown("Query", input, parameters);
  const name = tableName(input);
  const choice = capacityChoice(input);
  // a Scan's message has another form
  if ((input["Limit"] as number) < 1)
    throw invalidHidden("Limit", "Member must have value greater than or equal to 1");
  checkPageParameters(input);
  const table = findTable(store, name);
  checkNoIndex(input);
  if (input["KeyConditionExpression"] === undefined)
    throw new ValidationError(
      "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.",
    );
  const { definition } = table;
  const expressions = readExpressions(input, {
    parameters: ["ProjectionExpression", "FilterExpression", "KeyConditionExpression"],
    keys: definition,
    read: codec.readValue,
  });
  for (const [head] of expressions.filterPaths)
    if (keyNames(definition).includes(head as string))
      throw new ValidationError(
        `Filter Expression can only contain non-primary key attributes: Primary key attribute: ${head}`,
      );
  const range = expressions.keyRange as KeyRange;
  const start = input["ExclusiveStartKey"];
  const after = start ? startIn(codec.readItem(start), range, definition) : undefined;
  const bounds = boundsOf(range, { after, backward: input["ScanIndexForward"] === false });
  const turns = (input["Limit"] as number) <= few ? store.turns : store.longTurns;
  return turns.take(() => readPage(table, { bounds, expressions, input, choice, codec }), signal);
}

/** Reading this many items takes less than a millisecond. */
const few = 128;

export function checkNoIndex({ IndexName }: Input): void {
  if (IndexName !== undefined)
    throw new ValidationError(`The table does not have the specified index: ${IndexName}`);
}

/** Gives the row after which the page begins. Throws for a key that this query could not have shown. */
function startIn(start: Item, { partition, sort }: KeyRange, definition: TableDefinition): RowKey {
  const row = startOf(start, definition);
  const { partitionKey, sortKey } = definition;
  if (sort && sortKey && !fulfills(start[sortKey.name] as Value, sort))
    throw new ValidationError("The provided starting key does not match the range key predicate");
  if (!areEqual(start[partitionKey.name] as Value, partition))
    throw new ValidationError(
      "The provided starting key is outside query boundaries based on provided conditions",
    );
  return row;
}

function fulfills(value: Value, { operator, operands }: SortCondition): boolean {
  const [first, second] = operands as [Scalar, Scalar];
  const compares = (comparator: OrderComparator, operand: Scalar) =>
    isInOrder(compareValues(value, operand as Value) as number, comparator);
  if (operator === "begins_with") return beginsWith(value, first as Value);
  if (operator === "BETWEEN") return compares(">=", first) && compares("<=", second);
  return compares(operator, first);
}

function boundsOf({ partition, sort }: KeyRange, more: Pick<Bounds, "after" | "backward">): Bounds {
  return { partition: toKeyColumn(partition), conditions: sort ? conditionsOf(sort) : [], ...more };
}

function conditionsOf({ operator, operands }: SortCondition): Bounds["conditions"] {
  const [first, second] = operands.map(toKeyColumn);
  const condition = (comparator: string, value: typeof first) =>
    value === undefined ? [] : [{ sql: `sort ${comparator} ?`, value }];
  if (operator === "BETWEEN") return [...condition(">=", first), ...condition("<=", second)];
  if (operator === "begins_with")
    return [
      ...condition(">=", first),
      ...condition("<", first === undefined ? first : columnAfterPrefix(first)),
    ];
  return condition(operator, first);
}
