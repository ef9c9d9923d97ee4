/* CreateTable, DeleteTable, DescribeTable and ListTables. A table is there as soon as it is made. */
import { invalidParameter, StoreError, tableNotFound, unsupported, ValidationError } from "../errors.ts";
import type { Table, TableDefinition } from "../storage/tables.ts";
import type { KeyAttribute, KeyType } from "../values/key-value.ts";
import type { Call, Input, Output, Store } from "./context.ts";
import { checkKnown, invalidMember, oneOf, required, tableName } from "./parameters.ts";

const parameters = [
  ...["TableName", "AttributeDefinitions", "KeySchema", "BillingMode", "ProvisionedThroughput"],
  ...["StreamSpecification", "Tags", "TableClass", "DeletionProtectionEnabled", "SSESpecification"],
];

export function createTable(input: Input, { store, signal }: Call): Promise<Output> {
  for (const index of ["LocalSecondaryIndexes", "GlobalSecondaryIndexes"]) {
    const wanted = input[index] as unknown[] | undefined;
    if (wanted?.length === 0) throw invalidParameter(`List of ${index} is empty`);
    if (wanted) throw unsupported(index, "CreateTable");
  }
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

interface AttributeDefinition {
  AttributeName: string;
  AttributeType: KeyType;
}

function readDefinition(input: Input): TableDefinition {
  if (input["TableName"] === undefined)
    throw new ValidationError("The parameter 'TableName' is required but was not present in the request");
  const name = tableName(input, 3);
  const schema = required<KeyElement[]>(input, "KeySchema");
  const attributes = required<AttributeDefinition[]>(input, "AttributeDefinitions");
  checkMembers(schema, attributes);
  checkBilling(input);
  checkKeySchema(schema, attributes);
  const [first, second] = schema as [KeyElement, KeyElement?];
  const keyAttribute = ({ AttributeName }: KeyElement): KeyAttribute => {
    const { AttributeType } = attributes.find((each) => each.AttributeName === AttributeName) ?? {};
    if (AttributeType) return { name: AttributeName, type: AttributeType };
    throw invalidParameter(
      `Some index key attributes are not defined in AttributeDefinitions. Keys: [${namesOf(schema)}], AttributeDefinitions: [${namesOf(attributes)}]`,
    );
  };
  const definition: TableDefinition = { name, partitionKey: keyAttribute(first) };
  if (second) definition.sortKey = keyAttribute(second);
  if (attributes.length !== schema.length)
    throw invalidParameter(
      "Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions",
    );
  const stream = input["StreamSpecification"] as { StreamEnabled?: boolean } | undefined;
  if (stream?.StreamEnabled) definition.feed = true;
  return definition;
}

const namesOf = (list: { AttributeName: string }[]) =>
  list.map(({ AttributeName }) => AttributeName).join(", ");

/** Checks each element by itself. */
function checkMembers(schema: KeyElement[], attributes: AttributeDefinition[]): void {
  if (schema.length < 1 || schema.length > 2)
    throw invalidMember(
      `[${schema.map(({ AttributeName, KeyType }) => `KeySchemaElement(attributeName=${AttributeName}, keyType=${KeyType})`).join(", ")}]`,
      "KeySchema",
      `Member must have length ${schema.length < 1 ? "greater than or equal to 1" : "less than or equal to 2"}`,
    );
  const checkChoice = (value: string, place: string, choices: string[]) => {
    if (!choices.includes(value))
      throw invalidMember(value, place, `Member must satisfy enum value set: [${choices.join(", ")}]`);
  };
  schema.forEach(({ KeyType }, i) => {
    checkChoice(KeyType, `keySchema.${i + 1}.member.keyType`, ["HASH", "RANGE"]);
  });
  attributes.forEach(({ AttributeType }, i) => {
    checkChoice(AttributeType, `attributeDefinitions.${i + 1}.member.attributeType`, ["B", "N", "S"]);
  });
}

/** Nothing is throttled here; contradictory settings are refused. */
function checkBilling(input: Input): void {
  const mode = oneOf(input, "BillingMode", ["PROVISIONED", "PAY_PER_REQUEST"]);
  const isProvisioned = input["ProvisionedThroughput"] !== undefined;
  if (mode === "PAY_PER_REQUEST" && isProvisioned)
    throw invalidParameter(
      "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST",
    );
  if (mode !== "PAY_PER_REQUEST" && !isProvisioned)
    throw invalidParameter(
      "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED",
    );
}

/** Checks the elements against each other. */
function checkKeySchema(schema: KeyElement[], attributes: AttributeDefinition[]): void {
  const [first, second] = schema;
  if (first?.KeyType !== "HASH")
    throw new ValidationError("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
  if (second && second.KeyType !== "RANGE")
    throw new ValidationError("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
  if (attributes.length < schema.length)
    throw new ValidationError("Invalid KeySchema: Some index key attribute have no definition");
  if (first.AttributeName === second?.AttributeName)
    throw new ValidationError(
      "Both the Hash Key and the Range Key element in the KeySchema have the same name",
    );
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

/** A table that is being made or deleted has no totals: counting its contents is not worth the work. */
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
