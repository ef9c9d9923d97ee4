import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as documents from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { answerJson } from "#lib/local/embedded/sdk/answer-json";
import { plugInto } from "#lib/local/embedded/sdk/plug-into";
import { anEngine, key, table } from "./support.ts";

const TableName = table.name;
const Key = { pk: "p", sk: "a" };

function aClient(translate?: documents.TranslateConfig) {
  const { engine } = anEngine();
  const plain = new DynamoDBClient({ region: "us-east-1" });
  const client = documents.DynamoDBDocumentClient.from(plain, translate);
  plugInto(client, engine);
  return { engine, client, plain };
}

test("documents come back as they were put", async () => {
  const { client } = aClient({
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: Number },
  });
  const Item = {
    ...Key,
    n: 1.5,
    list: [null, true, { deep: "é" }],
    set: new Set(["a", "b"]),
    bytes: Uint8Array.of(1, 2),
  };
  await client.send(new documents.PutCommand({ TableName, Item: { ...Item, gone: undefined } }));
  expect((await client.send(new documents.GetCommand({ TableName, Key }))).Item).toEqual(Item);
});

test("numbers a double cannot hold go by the client's options", async () => {
  const { client } = aClient();
  const large = 12345678901234567890n;
  await client.send(new documents.PutCommand({ TableName, Item: { ...Key, large } }));
  expect((await client.send(new documents.GetCommand({ TableName, Key }))).Item).toEqual({ ...Key, large });
  await expect(
    client.send(new documents.PutCommand({ TableName, Item: { ...Key, unsafe: 2 ** 60 } })),
  ).rejects.toThrow("greater than Number.MAX_SAFE_INTEGER");
});

test("with one token sets and large numbers tell requests apart, the order of members does not", async () => {
  const { client } = aClient();
  const send = (more: object) => {
    const TransactItems = [{ Put: { TableName, Item: { ...Key, ...more } } }];
    return client.send(new documents.TransactWriteCommand({ TransactItems, ClientRequestToken: "token" }));
  };
  await send({ set: new Set(["a"]), large: 12345678901234567890n });
  await send({ large: 12345678901234567890n, set: new Set(["a"]) });
  for (const other of [{ set: new Set(["b"]) }, { large: 12345678901234567891n }])
    await expect(send({ set: new Set(["a"]), large: 12345678901234567890n, ...other })).rejects.toThrow(
      expect.objectContaining({ name: "IdempotentParameterMismatchException" }),
    );
});

test("middleware at the client's first step sees requests and answers", async () => {
  const { client } = aClient();
  const seen: unknown[] = [];
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const answer = await next(args);
      const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: object };
      seen.push([context["commandName"], (args.input as { Item: object }).Item, ConsumedCapacity]);
      return answer;
    },
    { step: "initialize", name: "watch" },
  );
  await client.send(new documents.PutCommand({ TableName, Item: Key, ReturnConsumedCapacity: "TOTAL" }));
  expect(seen).toEqual([["PutItemCommand", Key, { TableName, CapacityUnits: 1 }]]);
});

test("a refusal has the SDK's form, with the item as the wire has it", async () => {
  const { client } = aClient();
  await client.send(new documents.PutCommand({ TableName, Item: Key }));
  const again = client.send(
    new documents.PutCommand({
      ...{ TableName, Item: Key, ConditionExpression: "attribute_not_exists(pk)" },
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    }),
  );
  await expect(again).rejects.toMatchObject({
    ...{ name: "ConditionalCheckFailedException", $fault: "client", $metadata: { httpStatusCode: 400 } },
    Item: key("a"),
  });
});

test("a call whose signal is aborted is not done", async () => {
  const { client } = aClient();
  const abortSignal = AbortSignal.abort();
  const writing = client.send(new documents.PutCommand({ TableName, Item: Key }), { abortSignal });
  await expect(writing).rejects.toMatchObject({ name: "AbortError" });
  expect((await client.send(new documents.GetCommand({ TableName, Key }))).Item).toBeUndefined();
});

test("commands of the plain client have the wire's form", async () => {
  const { plain } = aClient();
  const { Table } = await plain.send(new DescribeTableCommand({ TableName }));
  expect(Table).toMatchObject({ TableName, TableStatus: "ACTIVE", CreationDateTime: expect.any(Date) });
});

test("the JSON protocol: binaries in base64, refusals with their type", async () => {
  const { engine } = anEngine();
  const ask = (operation: string, input: object) =>
    answerJson(engine, {
      target: `DynamoDB_20120810.${operation}`,
      body: JSON.stringify({ TableName, ...input }),
    });
  await ask("PutItem", { Item: { ...key("a"), b: { B: "AP8=" } } });
  const { status, body } = await ask("GetItem", { Key: key("a") });
  expect([status, JSON.parse(body).Item.b]).toEqual([200, { B: "AP8=" }]);
  const refused = await ask("GetItem", { Key: {} });
  expect([refused.status, JSON.parse(refused.body)]).toEqual([
    400,
    {
      __type: "com.amazon.coral.validate#ValidationException",
      message: "The provided key element does not match the schema",
    },
  ]);
});
