/* CreateTable, DeleteTable, DescribeTable and ListTables. A table is there as soon as it is made. */
import { StoreError, tableNotFound, unsupported, ValidationError } from "../errors.ts";
import type { Table, TableDefinition } from "../storage/tables.ts";
import type { KeyAttribute, KeyType } from "../values/key-value.ts";
import type { Call, Input, Output, Store } from "./context.ts";
import { checkKnown, invalidMember, oneOf, required, tableName } from "./parameters.ts";

const parameters = [
  ...["TableName", "AttributeDefinitions", "KeySchema", "BillingMode", "ProvisionedThroughput"],
  ...["StreamSpecification", "Tags", "TableClass", "DeletionProtectionEnabled", "SSESpecification"],
];

export function createTable(input: Input, { store, signal }: Call): Promise<Output> {
  for (const index of ["LocalSecondaryIndexes", "GlobalSecondaryIndexes"])
    if ((input[index] as unknown[] | undefined)?.length) throw unsupported(index, "CreateTable");
  checkKnown(
    "CreateTable",
    { ...input, LocalSecondaryIndexes: undefined, GlobalSecondaryIndexes: undefined },
    parameters,
  );
  const definition = readDefinition(input);
  return store.group.write(() => {
    if (store.tables.find(definition.name))
      throw new StoreError("ResourceInUseException", `Table already exists: ${definition.name}`);
    return { TableDescription: { ...describe(store.tables.create(definition)), TableStatus: "CREATING" } };
  }, signal);
}

interface KeyElement {
  AttributeName: string;
  KeyType: "HASH" | "RANGE";
}

function readDefinition(input: Input): TableDefinition {
  const name = tableName(input);
  const schema = required<KeyElement[]>(input, "KeySchema");
  const attributes = required<{ AttributeName: string; AttributeType: KeyType }[]>(
    input,
    "AttributeDefinitions",
  );
  oneOf(input, "BillingMode", ["PROVISIONED", "PAY_PER_REQUEST"]);
  const [first, second] = schema;
  if (first?.KeyType !== "HASH")
    throw new ValidationError("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
  if (schema.length > 2)
    throw invalidMember(
      `[${schema.length} elements]`,
      "KeySchema",
      "Member must have length less than or equal to 2",
    );
  if (second && second.KeyType !== "RANGE")
    throw new ValidationError("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
  if (first.AttributeName === second?.AttributeName)
    throw new ValidationError(
      "Both the Hash Key and the Range Key element in the KeySchema have the same name",
    );
  const keyAttribute = ({ AttributeName }: KeyElement): KeyAttribute => {
    const found = attributes.find((each) => each.AttributeName === AttributeName);
    if (!found)
      throw new ValidationError(
        `One or more parameter values were invalid: Some index key attributes are not defined in AttributeDefinitions. Keys: [${schema.map((each) => each.AttributeName).join(", ")}], AttributeDefinitions: [${attributes.map((each) => each.AttributeName).join(", ")}]`,
      );
    if (!["S", "N", "B"].includes(found.AttributeType))
      throw invalidMember(
        found.AttributeType,
        "attributeDefinitions.1.member.attributeType",
        "Member must satisfy enum value set: [B, N, S]",
      );
    return { name: AttributeName, type: found.AttributeType };
  };
  const definition: TableDefinition = { name, partitionKey: keyAttribute(first) };
  if (second) definition.sortKey = keyAttribute(second);
  if (attributes.length !== schema.length)
    throw new ValidationError(
      "One or more parameter values were invalid: Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions",
    );
  const stream = input["StreamSpecification"] as { StreamEnabled?: boolean } | undefined;
  if (stream?.StreamEnabled) definition.feed = true;
  return definition;
}

export function deleteTable(input: Input, { store, signal }: Call): Promise<Output> {
  checkKnown("DeleteTable", input, ["TableName"]);
  const name = tableName(input);
  return store.group.write(() => {
    const table = existing(store, name);
    const description = { ...describe(table), TableStatus: "DELETING" };
    store.tables.remove(name);
    return { TableDescription: description };
  }, signal);
}

export async function describeTable(input: Input, { store, signal }: Call): Promise<Output> {
  checkKnown("DescribeTable", input, ["TableName"]);
  const name = tableName(input);
  const totals = await countAll(name, { store, signal });
  return { Table: describe(existing(store, name), totals) };
}

const rowsPerTurn = 5000;

/** The number of items and their bytes: counted, not guessed, in turns of about a millisecond. */
async function countAll(name: string, { store, signal }: Pick<Call, "store" | "signal">): Promise<Totals> {
  const totals = { items: 0, bytes: 0 };
  for (let after = 0; ; ) {
    const some = () => existing(store, name).rows.count(after, rowsPerTurn);
    const { items, bytes, last } = await store.longTurns.take(some, signal);
    totals.items += items;
    totals.bytes += bytes;
    if (items < rowsPerTurn) return totals;
    after = last;
  }
}

function existing(store: Store, name: string): Table {
  const table = store.tables.find(name);
  if (!table) throw tableNotFound(name);
  return table;
}

interface Totals {
  items: number;
  bytes: number;
}

/** Without totals for a table that is made or deleted: what it holds is not worth counting. */
function describe({ definition, created }: Table, { items, bytes }: Totals = { items: 0, bytes: 0 }): Output {
  const { name, partitionKey, sortKey, feed } = definition;
  const keys = sortKey ? [partitionKey, sortKey] : [partitionKey];
  return {
    TableName: name,
    TableArn: `arn:aws:dynamodb:local:000000000000:table/${name}`,
    TableStatus: "ACTIVE",
    CreationDateTime: new Date(created),
    AttributeDefinitions: keys.map((key) => ({ AttributeName: key.name, AttributeType: key.type })),
    KeySchema: keys.map((key, i) => ({ AttributeName: key.name, KeyType: i === 0 ? "HASH" : "RANGE" })),
    BillingModeSummary: { BillingMode: "PAY_PER_REQUEST" },
    ProvisionedThroughput: { NumberOfDecreasesToday: 0, ReadCapacityUnits: 0, WriteCapacityUnits: 0 },
    ItemCount: items,
    TableSizeBytes: bytes,
    ...(feed && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
    }),
  };
}

export function listTables(input: Input, { store, signal }: Call): Promise<Output> {
  checkKnown("ListTables", input, ["ExclusiveStartTableName", "Limit"]);
  const limit = (input["Limit"] as number | undefined) ?? 100;
  if (!(limit >= 1 && limit <= 100))
    throw invalidMember(
      limit,
      "Limit",
      `Member must have value ${limit < 1 ? "greater than or equal to 1" : "less than or equal to 100"}`,
    );
  const after = (input["ExclusiveStartTableName"] as string | undefined) ?? "";
  return store.turns.take(() => {
    const names = store.tables.list().map(({ definition }) => definition.name);
    const rest = names.filter((name) => name > after).sort();
    const shown = rest.slice(0, limit);
    return { TableNames: shown, ...(rest.length > limit && { LastEvaluatedTableName: shown.at(-1) }) };
  }, signal);
}
