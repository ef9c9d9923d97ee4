import { expect, test } from "vitest";
import { anEngine, key, refusalOf, table } from "./support.ts";

/** How PutItem, UpdateItem and DeleteItem say it. */
const detected = "ValidationException: 1 validation error detected:";
const values = { ":s": { S: "a" }, ":n": { N: "1" } };

test.each([
  ["a = ", 'Syntax error; token: "<EOF>", near: "= "'],
  ["x = :s )", 'Syntax error; token: ")", near: ":s )"'],
  ["x ! :s", 'Syntax error; token: "!", near: "x ! :s"'],
  ["((x = :s))", "The expression has redundant parentheses;"],
  ["((attribute_exists(x)))", "The expression has redundant parentheses;"],
  ["name = :s", "Attribute name is a reserved keyword; reserved keyword: name"],
  ["#x = :s", "An expression attribute name used in the document path is not defined; attribute name: #x"],
  ["x = :none", "An expression attribute value used in expression is not defined; attribute value: :none"],
  ["size(x)", "The function is not allowed to be used this way in an expression; function: size"],
  [
    "begins_with(x, :n)",
    "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
  ],
  ["nothing(x)", "Invalid function name; function: nothing"],
  [
    "attribute_exists(:s)",
    "Operator or function requires a document path; operator or function: attribute_exists",
  ],
  [
    "x = x",
    "The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [x]",
  ],
  [
    `x IN (${Array(101).fill(":s").join()})`,
    "The IN operator is provided with too many operands; number of operands: 101",
  ],
  [
    `${"x".repeat(4096)} = :s`,
    "Expression size has exceeded the maximum allowed size; expression size: 4101",
  ],
])("the condition %s is refused", async (ConditionExpression, message) => {
  const { call } = anEngine();
  const write = call("PutItem", { Item: key("a"), ConditionExpression, ExpressionAttributeValues: values });
  expect(await refusalOf(write)).toBe(`${detected} Invalid ConditionExpression: ${message}`);
});

test.each([
  ["SET a = :s SET b = :n", 'The "SET" section can only be used once in an update expression;'],
  [
    "SET a = :s, a.b = :n",
    "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]",
  ],
  [
    "SET a[0] = :s, a.b = :n",
    "Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, [0]], path two: [a, b]",
  ],
  [
    "SET a = :s + :n",
    "Incorrect operand type for operator or function; operator or function: +, operand type: S",
  ],
  [
    "ADD a :s, b :n",
    "Incorrect operand type for operator or function; operator: ADD, operand type: STRING, typeSet: ALLOWED_FOR_ADD_OPERAND",
  ],
  ["SET a = size(b), c = :s, d = :n", "The function is not allowed in an update expression; function: size"],
])("the update %s is refused", async (UpdateExpression, message) => {
  const { call } = anEngine();
  const write = call("UpdateItem", { Key: key("a"), UpdateExpression, ExpressionAttributeValues: values });
  expect(await refusalOf(write)).toBe(`${detected} Invalid UpdateExpression: ${message}`);
});

test("every placeholder must be used", async () => {
  const { call } = anEngine();
  const write = { Item: key("a"), ConditionExpression: "x = :s" };
  expect(await refusalOf(call("PutItem", { ...write, ExpressionAttributeValues: values }))).toBe(
    `${detected} Value provided in ExpressionAttributeValues unused in expressions: keys: {:n}`,
  );
});

test.each([
  ["x = :s OR x = :n AND NOT x = :s", ["a", "b"]],
  ["NOT (x = :s OR x = :n)", ["none"]],
  ["x <> :s AND x <> :n", ["none"]],
  ["x IN (:n, :s)", ["a", "b"]],
  ["x BETWEEN :n AND :n OR x = :s", ["a", "b"]],
])("the filter %s holds of %s", async (FilterExpression, expected) => {
  const { call, put } = anEngine();
  await put("a", { x: { S: "a" } });
  await put("b", { x: { N: "1" } });
  await put("none");
  const { Items } = await call("Scan", { FilterExpression, ExpressionAttributeValues: values });
  expect(Items.map((item: { sk: { S: string } }) => item.sk.S)).toEqual(expected);
});

test("a projection shows paths, and lists close up", async () => {
  const { engine, put } = anEngine();
  await put("a", {
    l: { L: [{ N: "0" }, { N: "1" }, { N: "2" }] },
    m: { M: { x: { N: "1" }, y: { N: "2" } } },
  });
  const { Item } = await engine.execute("GetItem", {
    ...{ TableName: table.name, Key: key("a"), ProjectionExpression: "l[2], m.#x, l[0], gone" },
    ExpressionAttributeNames: { "#x": "x" },
  });
  expect(Item).toEqual({ l: { L: [{ N: "0" }, { N: "2" }] }, m: { M: { x: { N: "1" } } } });
});
