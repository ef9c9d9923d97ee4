import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBody, toBody } from "#lib/local/embedded/values/body";
import { formatNumber, parseNumber } from "#lib/local/embedded/values/decimal";
import { fromWireItem, toWireItem } from "#lib/local/embedded/values/wire";
import { anEngine, key, refusalOf } from "./support.ts";

test("an item comes back as it was put, with all types of values", async () => {
  const { put, get } = anEngine();
  const values = {
    s: { S: "é\u0000\u{1f600}" },
    n: { N: "12345678901234567890123456789012345678" },
    b: { B: Uint8Array.of(0, 255) },
    flag: { BOOL: false },
    nothing: { NULL: true },
    list: { L: [{ S: "" }, { M: { __proto__x: { N: "1" }, "\u0000N": { S: "mark" } } }] },
    ss: { SS: ["b", "a"] },
    ns: { NS: ["1.5", "-2"] },
    bs: { BS: [Uint8Array.of(1)] },
    constructor: { S: "an attribute like any other" },
  };
  await put("a", values);
  expect(await get("a")).toEqual({ ...key("a"), ...values });
});

test("every map of names and texts can be stored", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" })), (texts) => {
      const wire = Object.fromEntries(
        Object.entries(texts).map(([name, S]) => [name, { M: { [name]: { S } } }]),
      );
      expect(toWireItem(fromBody(toBody(fromWireItem(wire))))).toEqual(wire);
    }),
  );
});

test.each([
  ["007", "7"],
  ["-0.0", "0"],
  ["1e21", "1000000000000000000000"],
  ["1.50E-3", "0.0015"],
  ["9007199254740993", "9007199254740993"],
  ["0.1234567890123456789", "0.1234567890123456789"],
])("the number %s is shown as %s", (text, shown) => {
  expect(formatNumber(parseNumber(text))).toBe(shown);
});

test.each([
  ["abc", "The parameter cannot be converted to a numeric value: abc"],
  ["1E126", "Number overflow. Attempting to store a number with magnitude larger than supported range"],
  ["1E-131", "Number underflow. Attempting to store a number with magnitude smaller than supported range"],
  ["1".repeat(39), "Attempting to store more than 38 significant digits in a Number"],
])("the number %s is refused", (text, message) => {
  expect(() => parseNumber(text)).toThrow(message);
});

test("sums are exact, decimal and to 38 digits", async () => {
  const { call } = anEngine();
  const add = (n: string) =>
    call("UpdateItem", {
      ...{ Key: key("sum"), UpdateExpression: "ADD n :n", ReturnValues: "UPDATED_NEW" },
      ExpressionAttributeValues: { ":n": { N: n } },
    });
  await add("0.1");
  expect((await add("0.2")).Attributes).toEqual({ n: { N: "0.3" } });
  expect((await add("1000000000000000000000000000000000000")).Attributes.n.N).toBe(
    "1000000000000000000000000000000000000.3",
  );
  expect(await refusalOf(add("0.01"))).toContain("more than 38 significant digits");
});

test("a condition that does not hold shows the item that refused, if it is asked for", async () => {
  const { call, put, get } = anEngine();
  await put("a", { n: { N: "1" } });
  const write = { Item: key("a"), ConditionExpression: "attribute_not_exists(pk)" };
  const refusal = call("PutItem", { ...write, ReturnValuesOnConditionCheckFailure: "ALL_OLD" });
  await expect(refusal).rejects.toMatchObject({
    ...{
      name: "ConditionalCheckFailedException",
      message: "The conditional request failed",
      $fault: "client",
    },
    Item: { ...key("a"), n: { N: "1" } },
  });
  await expect(call("PutItem", write)).rejects.not.toHaveProperty("Item");
  expect(await get("a")).toHaveProperty("n");
});

test("an update computes from the item as it was; indexes are those before it", async () => {
  const { call, put, get } = anEngine();
  await put("a", { l: { L: [{ N: "1" }, { N: "2" }, { N: "3" }] }, a: { N: "1" }, b: { N: "2" } });
  await call("UpdateItem", {
    ...{ Key: key("a"), ExpressionAttributeValues: { ":n": { N: "9" } } },
    UpdateExpression: "SET a = b, b = a, l[10] = :n REMOVE l[1], l[0]",
  });
  expect(await get("a")).toEqual({
    ...key("a"),
    a: { N: "2" },
    b: { N: "1" },
    l: { L: [{ N: "3" }, { N: "9" }] },
  });
});

test.each([
  [
    "an unknown parameter",
    { Item: key("a"), Colour: "red" },
    "Colour is not supported by the embedded store (Put)",
  ],
  [
    "a parameter from before expressions",
    { Item: key("a"), Expected: {} },
    "Expected is not supported by the embedded store (Put)",
  ],
  [
    "a missing key",
    { Item: { pk: { S: "p" } } },
    "One or more parameter values were invalid: Missing the key sk in the item",
  ],
  [
    "an empty key",
    { Item: key("") },
    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: sk",
  ],
  [
    "a partition key of 2049 bytes",
    { Item: key("a", "x".repeat(2049)) },
    "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes",
  ],
  [
    "a sort key of 1025 bytes",
    { Item: key("é".repeat(513)) },
    "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes",
  ],
  [
    "an item of more than 400 kB",
    { Item: { ...key("a"), x: { S: "x".repeat(400 * 1024) } } },
    "Item size has exceeded the maximum allowed size",
  ],
  [
    "an empty set",
    { Item: { ...key("a"), x: { SS: [] } } },
    "1 validation error detected: One or more parameter values were invalid: An string set  may not be empty",
  ],
  [
    "a set with a member twice",
    { Item: { ...key("a"), x: { NS: ["1", "1.0"] } } },
    "Input collection contains duplicates",
  ],
])("%s is refused", async (_, input, message) => {
  const { call } = anEngine();
  expect(await refusalOf(call("PutItem", input))).toBe(`ValidationException: ${message}`);
});

test("unknown operations and tables are refused by name", async () => {
  const { engine, call } = anEngine();
  expect(await refusalOf(engine.execute("ExecuteStatement", {}))).toBe(
    "UnknownOperationException: ExecuteStatement is not supported by the embedded store",
  );
  expect(await refusalOf(engine.execute("constructor", {}))).toContain("UnknownOperationException");
  expect(await refusalOf(call("GetItem", { TableName: "none", Key: key("a") }))).toBe(
    "ResourceNotFoundException: Requested resource not found",
  );
});

test("a write consumes the larger of what was there and what is, in steps of 1 kB", async () => {
  const { call } = anEngine();
  const units = async (operation: string, input: object) =>
    (await call(operation, { ...input, ReturnConsumedCapacity: "TOTAL" })).ConsumedCapacity.CapacityUnits;
  expect(await units("PutItem", { Item: { ...key("a"), x: { S: "x".repeat(3000) } } })).toBe(3);
  expect(await units("PutItem", { Item: key("a") })).toBe(3);
  expect(await units("DeleteItem", { Key: key("a") })).toBe(1);
  expect(await units("DeleteItem", { Key: key("a") })).toBe(1);
});
