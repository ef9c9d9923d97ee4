/* What tests of real DynamoDB ask for: found by the public suites that docs/design/embedded-store.md names. */
import { expect, test } from "vitest";
import { answerJson } from "#lib/local/embedded/sdk/answer-json";
import { anEngine, key, refusalOf, table } from "./support.ts";

const detected = "1 validation error detected:";
const manyKeys = (count: number, start = 0) =>
  Array.from({ length: count }, (_, i) => key(String(start + i)));
const put = (item: object) => ({ PutRequest: { Item: item } });
const misfit = "The provided key element does not match the schema";
const atLeast1 = "Member must have length greater than or equal to 1";

test.each<[string, string, object, string]>([
  [
    "an empty table name",
    "PutItem",
    { TableName: "", Item: {}, ReturnValues: "X" },
    `${detected} Value at 'TableName' failed to satisfy constraint: ${atLeast1}`,
  ],
  [
    "a long table name",
    "GetItem",
    { TableName: "a".repeat(256), Key: key("a") },
    `${detected} Value '${"a".repeat(256)}' at 'tableName' failed to satisfy constraint: Member must have length less than or equal to 255`,
  ],
  [
    "several wrong choices",
    "PutItem",
    { Item: key("a"), ReturnConsumedCapacity: "X", ReturnValues: "Y" },
    "2 validation errors detected: Value 'X' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; Value 'Y' at 'returnValues' failed to satisfy constraint: Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]",
  ],
  [
    "parameters of both kinds",
    "PutItem",
    { Item: key("a"), Expected: {}, ConditionExpression: "attribute_exists(pk)" },
    "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}",
  ],
  [
    "an empty set in an expression",
    "UpdateItem",
    { Key: key("a"), UpdateExpression: "SET a = :s", ExpressionAttributeValues: { ":s": { SS: [] } } },
    `${detected} One or more parameter values were invalid: An string set  may not be empty`,
  ],
  [
    "a query of nothing",
    "Query",
    { KeyConditionExpression: "pk = :p", ExpressionAttributeValues: { ":p": { S: "p" } }, Limit: 0 },
    `${detected} Value at 'Limit' failed to satisfy constraint: Member must have value greater than or equal to 1`,
  ],
  [
    "a scan of nothing",
    "Scan",
    { Limit: 0 },
    `${detected} Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1`,
  ],
  [
    "a path in a key condition",
    "Query",
    { KeyConditionExpression: "pk = :p AND sk.a = :p", ExpressionAttributeValues: { ":p": { S: "p" } } },
    "KeyConditionExpressions cannot have conditions on nested attributes",
  ],
  [
    "a selection of nothing",
    "Scan",
    { Select: "SPECIFIC_ATTRIBUTES" },
    `${detected} Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES`,
  ],
])("%s is refused", async (_, operation, input, message) => {
  const { call } = anEngine();
  expect(await refusalOf(call(operation, input))).toBe(`ValidationException: ${message}`);
});

test.each<[string, string, object, string]>([
  ["no gets", "BatchGetItem", {}, "The requestItems parameter is required for BatchGetItem"],
  [
    "101 gets of a table",
    "BatchGetItem",
    { things: { Keys: manyKeys(101) } },
    `${detected} Value at 'RequestItems.things.member.Keys' failed to satisfy constraint: Member must have length less than or equal to 100`,
  ],
  [
    "101 gets of tables, one of which is missing",
    "BatchGetItem",
    { things: { Keys: manyKeys(50) }, none: { Keys: manyKeys(51) } },
    "Too many items requested for the BatchGetItem call",
  ],
  ["no writes", "BatchWriteItem", {}, "The requestItems parameter is required for BatchWriteItem"],
  [
    "26 writes",
    "BatchWriteItem",
    { things: manyKeys(26).map(put) },
    `${detected} Value '{things=[26 writes]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: [Member must have length less than or equal to 25, ${atLeast1}]`,
  ],
  ["a key of another type", "BatchWriteItem", { things: [put({ ...key("a"), pk: { N: "1" } })] }, misfit],
])("a batch of %s is refused", async (_, operation, RequestItems, message) => {
  const { engine } = anEngine();
  expect(await refusalOf(engine.execute(operation, { RequestItems }))).toBe(
    `ValidationException: ${message}`,
  );
});

test.each(["TransactGetItems", "TransactWriteItems"])("%s of nothing is refused", async (operation) => {
  const { engine } = anEngine();
  expect(await refusalOf(engine.execute(operation, { TransactItems: [] }))).toBe(
    `ValidationException: ${detected} Value '[]' at 'transactItems' failed to satisfy constraint: ${atLeast1}`,
  );
});

test("a key that does not fit cancels a transaction of gets", async () => {
  const { engine } = anEngine();
  const gets = [key("a"), {}].map((Key) => ({ Get: { TableName: table.name, Key } }));
  await expect(engine.execute("TransactGetItems", { TransactItems: gets })).rejects.toMatchObject({
    name: "TransactionCanceledException",
    CancellationReasons: [{ Code: "None" }, { Code: "ValidationError", Message: misfit }],
  });
});

test("what is wrong with an expression is said before that the table is missing", async () => {
  const { engine } = anEngine();
  const names = { "#unused": "x" };
  const unused = "Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}";
  const wanted = { ProjectionExpression: "a", ExpressionAttributeNames: names };
  const requests = { none: { Keys: [key("a")], ...wanted } };
  const batch = engine.execute("BatchGetItem", { RequestItems: requests });
  expect(await refusalOf(batch)).toBe(`ValidationException: ${unused}`);
  const get = engine.execute("GetItem", { TableName: "none", Key: key("a"), ...wanted });
  expect(await refusalOf(get)).toBe(`ValidationException: ${unused}`);
  const update = { TableName: "none", Key: key("a"), UpdateExpression: "REMOVE a" };
  expect(await refusalOf(engine.execute("UpdateItem", { ...update, ExpressionAttributeNames: names }))).toBe(
    `ValidationException: ${detected} ${unused}`,
  );
  expect(await refusalOf(engine.execute("UpdateItem", update))).toBe(
    "ResourceNotFoundException: Requested resource not found",
  );
});

test("NULL may be false, and is kept as true", async () => {
  const { put: putItem, get } = anEngine();
  await putItem("a", { none: { NULL: false } });
  expect(await get("a")).toEqual({ ...key("a"), none: { NULL: true } });
});

test("parentheses may be doubled in a key condition", async () => {
  const { call, put: putItem } = anEngine();
  await putItem("a");
  const answer = await call("Query", {
    KeyConditionExpression: "((pk = :p)) AND ((sk = :s))",
    ExpressionAttributeValues: { ":p": { S: "p" }, ":s": { S: "a" } },
  });
  expect(answer.Count).toBe(1);
});

test("a table is found by its ARN", async () => {
  const { engine, call, put: putItem } = anEngine();
  await putItem("a");
  const { TableArn: arn } = (await call("DescribeTable", {})).Table;
  expect((await call("Scan", { TableName: arn })).Count).toBe(1);
  const answer = await engine.execute("BatchGetItem", { RequestItems: { [arn]: { Keys: [key("a")] } } });
  expect(answer["Responses"]).toEqual({ [arn]: [key("a")] });
});

test("a BatchGetItem stops before the item that would exceed 16 MB", async () => {
  const { engine, put: putItem } = anEngine();
  for (let i = 0; i < 60; i++) await putItem(String(i), { text: { S: "x".repeat(300_000) } });
  const request = { RequestItems: { things: { Keys: manyKeys(60) } } };
  // biome-ignore lint/suspicious/noExplicitAny: the form of this answer
  const answer = (await engine.execute("BatchGetItem", request)) as any;
  expect(answer.Responses.things).toHaveLength(55);
  expect(answer.UnprocessedKeys.things.Keys).toEqual(manyKeys(5, 55));
});

test("segments of a scan have each item once", async () => {
  const { engine, call } = anEngine();
  for (let i = 0; i < 40; i++)
    await engine.execute("PutItem", { TableName: table.name, Item: key("a", `p${i}`) });
  const found: string[] = [];
  for (const Segment of [0, 1, 2]) {
    const { Items } = await call("Scan", { Segment, TotalSegments: 3 });
    expect(Items.length).toBeGreaterThan(0);
    found.push(...Items.map((item: { pk: { S: string } }) => item.pk.S));
  }
  expect(found.sort()).toEqual(Array.from({ length: 40 }, (_, i) => `p${i}`).sort());
  for (const [input, message] of [
    [
      { Segment: 0 },
      "The TotalSegments parameter is required but was not present in the request when Segment parameter is present",
    ],
    [
      { TotalSegments: 2 },
      "The Segment parameter is required but was not present in the request when parameter TotalSegments is present",
    ],
    [
      { Segment: 2, TotalSegments: 2 },
      "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 2 is not less than TotalSegments: 2",
    ],
  ] as const)
    expect(await refusalOf(call("Scan", input))).toBe(`ValidationException: ${message}`);
});

const shape = {
  TableName: "other",
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  BillingMode: "PAY_PER_REQUEST",
};
const range = { AttributeName: "id", KeyType: "RANGE" };

test.each<[string, object, string]>([
  [
    "without a name",
    { TableName: undefined },
    "The parameter 'TableName' is required but was not present in the request",
  ],
  [
    "with a short name",
    { TableName: "ab" },
    `${detected} Value 'ab' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 3`,
  ],
  [
    "with a key twice",
    { KeySchema: [...shape.KeySchema, range] },
    "Invalid KeySchema: Some index key attribute have no definition",
  ],
  [
    "with three keys",
    { KeySchema: [...shape.KeySchema, range, range] },
    `${detected} Value '[KeySchemaElement(attributeName=id, keyType=HASH), KeySchemaElement(attributeName=id, keyType=RANGE), KeySchemaElement(attributeName=id, keyType=RANGE)]' at 'keySchema' failed to satisfy constraint: Member must have length less than or equal to 2`,
  ],
  [
    "with another kind of key",
    { KeySchema: [{ ...range, KeyType: "SORT" }] },
    `${detected} Value 'SORT' at 'keySchema.1.member.keyType' failed to satisfy constraint: Member must satisfy enum value set: [HASH, RANGE]`,
  ],
  [
    "without its throughput",
    { BillingMode: "PROVISIONED" },
    "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED",
  ],
  [
    "with an empty list of indexes",
    { GlobalSecondaryIndexes: [] },
    "One or more parameter values were invalid: List of GlobalSecondaryIndexes is empty",
  ],
  [
    "with an index",
    { LocalSecondaryIndexes: [{}] },
    "LocalSecondaryIndexes is not supported by the embedded store (CreateTable)",
  ],
])("a table %s is refused", async (_, more, message) => {
  const { engine } = anEngine();
  expect(await refusalOf(engine.execute("CreateTable", { ...shape, ...more }))).toBe(
    `ValidationException: ${message}`,
  );
});

test.each([
  ['{"N":1}', "NUMBER_VALUE cannot be converted to String"],
  ['{"S":true}', "TRUE_VALUE cannot be converted to String"],
  ['{"S":{}}', "Start of structure or map found where not expected"],
])("the value %s has a wrong form", async (value, message) => {
  const { engine } = anEngine();
  const body = `{"TableName":"things","Item":{"pk":{"S":"p"},"sk":{"S":"a"},"x":${value}}}`;
  const answer = await answerJson(engine, { target: "DynamoDB_20120810.PutItem", body });
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    400,
    { __type: "com.amazon.coral.service#SerializationException", message },
  ]);
});
