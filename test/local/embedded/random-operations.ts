/*
 * Random operations for the differential test, by a seed: few keys and few attributes, so that they meet; values of all
 * types, numbers at their limits, all kinds of bytes; and now and then a request that must be refused.
 */
import type { AttributeValue } from "#lib/local/embedded/values/wire";

export interface RandomOperation {
  operation: string;
  input: { [parameter: string]: unknown };
}

export type Random = ReturnType<typeof makeRandom>;

/** mulberry32: the same numbers for the same seed. */
export function makeRandom(seed: number) {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (end: number) => Math.floor(next() * end);
  const pick = <Each>(list: readonly Each[]): Each => list[below(list.length)] as Each;
  const chance = (share: number) => next() < share;
  const many = <Each>(least: number, most: number, make: (index: number) => Each): Each[] =>
    Array.from({ length: least + below(most - least + 1) }, (_, i) => make(i));
  return { next, below, pick, chance, many };
}

const partitions = ["p", "q", "é", "\u{10ffff}"];
const sorts = ["a", "A", "aa", "b", "ß", "z~", "\u0001", "\ue000", "\u{1f600}", "a\u0000b", "ab", "\uffff"];
const attributes = ["x", "y", "n", "l", "m", "ss", "ns"];
const strings = ["", "a", "A", "aa", "ab", "b", "é", "\ue000", "\u{1f600}", "\u0000", "long ".repeat(300)];
const numbers = [
  ...["0", "-0", "1", "-1", "2", "10", "1.5", "0.1", "-0.25", "100", "1e2", "1E-3", "007", "1.0"],
  ...["9007199254740993", "12345678901234567890123456789012345678", "0.1234567890123456789"],
  ...["9.9999999999999999999999999999999999999E+125", "1E-130", "-1E-130"],
];
export const wrongNumbers = [
  "1E126",
  "1E-131",
  "123456789012345678901234567890123456789",
  "abc",
  "",
  "1e",
  "0x1",
];

export function makeOperations(random: Random, table: string) {
  const { below, pick, chance, many } = random;

  const key = () => ({ pk: { S: pick(partitions) }, sk: { S: pick(sorts) } });

  function value(depth = 2): AttributeValue {
    const kind = below(depth > 0 ? 10 : 6);
    if (kind <= 1) return { S: pick(strings) };
    if (kind <= 3) return { N: chance(0.01) ? pick(wrongNumbers) : pick(numbers) };
    if (kind === 4) return chance(0.5) ? { BOOL: chance(0.5) } : { NULL: true };
    if (kind === 5) return { B: Uint8Array.from(many(0, 3, () => pick([0, 127, 128, 255]))) };
    if (kind === 6) return { L: many(0, 3, () => value(depth - 1)) };
    if (kind === 7)
      return { M: Object.fromEntries(many(0, 3, () => [pick(["x", "y", "z"]), value(depth - 1)])) };
    if (kind === 8)
      return { SS: many(chance(0.02) ? 0 : 1, 3, (i) => pick(["a", "b", "c"]) + (chance(0.95) ? i : "")) };
    return { NS: many(1, 3, (i) => String(i + below(2) / 4)) };
  }

  const item = () => ({
    ...key(),
    ...Object.fromEntries(many(0, 4, () => pick(attributes)).map((name) => [name, valueFor(name)])),
  });

  /** Mostly of the type that its name promises, so that updates fit. */
  function valueFor(name: string): AttributeValue {
    if (chance(0.15)) return value();
    if (name === "n") return { N: pick(numbers) };
    if (name === "l") return { L: many(0, 4, () => value(1)) };
    if (name === "m") return { M: { x: value(1), ...(chance(0.5) && { y: { M: { z: value(0) } } }) } };
    if (name === "ss") return { SS: many(1, 3, (i) => `s${i + below(3) * 3}`) };
    if (name === "ns") return { NS: many(1, 3, (i) => String(i + below(3) * 3)) };
    return value();
  }

  const path = () =>
    pick(["x", "y", "n", "l", "m", "ss", "ns", "m.x", "m.y.z", "l[0]", "l[1]", "l[1].x", "gone"]);

  /** Collects the values of an expression. */
  function makeScope() {
    const values: { [name: string]: AttributeValue } = {};
    const place = (given: AttributeValue): string => {
      const name = `:v${Object.keys(values).length}`;
      values[name] = given;
      return name;
    };
    const given = () => (Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {});
    return { place, given };
  }
  type Scope = ReturnType<typeof makeScope>;

  function condition(scope: Scope, depth = 2): string {
    const { place } = scope;
    if (depth > 0 && chance(0.4)) {
      const inner = () => condition(scope, depth - 1);
      return pick([
        () => `${inner()} AND ${inner()}`,
        () => `${inner()} or ${inner()}`,
        () => `NOT ${inner()}`,
        () => `(${inner()} OR ${inner()}) AND ${inner()}`,
      ])();
    }
    return pick([
      () => `${path()} = ${place(value(1))}`,
      () => `${path()} <> ${place(value(1))}`,
      () =>
        `${path()} ${pick(["<", "<=", ">", ">="])} ${place(pick<AttributeValue>([{ N: pick(numbers) }, { S: pick(strings) }]))}`,
      () => `${path()} BETWEEN ${place({ N: "-1" })} AND ${place({ N: pick(["0", "2", "1e3"]) })}`,
      () => `${path()} IN (${many(1, 3, () => place(value(0))).join(", ")})`,
      () => `attribute_exists(${path()})`,
      () => `attribute_not_exists(${path()})`,
      () => `attribute_type(${path()}, ${place({ S: pick(["S", "N", "L", "M", "SS", "NULL"]) })})`,
      () => `contains(${path()}, ${place(pick<AttributeValue>([{ S: "a" }, { S: "s1" }, { N: "1" }]))})`,
      () => `size(${path()}) ${pick(["=", "<", ">"])} ${place({ N: pick(["0", "1", "2", "3"]) })}`,
    ])();
  }

  function operand(scope: Scope): string {
    const { place } = scope;
    return pick([
      () => place(value()),
      () => path(),
      () => `if_not_exists(${path()}, ${place(value(1))})`,
      () =>
        `if_not_exists(n, ${place({ N: pick(numbers) })}) ${pick(["+", "-"])} ${place({ N: pick(numbers) })}`,
      () => `n ${pick(["+", "-"])} ${place({ N: pick(numbers) })}`,
      () => `list_append(l, ${place({ L: [value(0)] })})`,
      () => `list_append(${place({ L: [value(0)] })}, l)`,
    ])();
  }

  function update(scope: Scope): string {
    const { place } = scope;
    // each attribute once: paths must not overlap
    const left = attributes.slice();
    const target = () => left.splice(below(left.length), 1)[0] as string;
    const nested = (name: string) => (name === "m" && chance(0.7) ? pick(["m.x", "m.y.z", "m.k"]) : name);
    const parts = [
      () => `SET ${many(1, 2, () => `${nested(target())} = ${operand(scope)}`).join(", ")}`,
      () => `REMOVE ${many(1, 2, () => nested(target())).join(", ")}`,
      () => `ADD ${addition(target(), place)}`,
      () => `DELETE ${subtraction(target(), place)}`,
    ];
    const chosen = many(1, 2, (i) => i).map((i) => ((i * 2 + below(2)) % parts.length) as 0 | 1 | 2 | 3);
    return [...new Set(chosen)].map((i) => parts[i]?.()).join(" ");
  }

  const addition = (name: string, place: Scope["place"]) =>
    name === "ss"
      ? `ss ${place({ SS: ["s1", "s8"] })}`
      : name === "ns"
        ? `ns ${place({ NS: ["1", "8"] })}`
        : `${name} ${place({ N: pick(numbers) })}`;

  const subtraction = (name: string, place: Scope["place"]) =>
    name === "ns" ? `ns ${place({ NS: ["1", "4"] })}` : `${name} ${place({ SS: ["s1", "s4", "s7"] })}`;

  const capacity = () => (chance(0.5) ? { ReturnConsumedCapacity: pick(["TOTAL", "INDEXES", "NONE"]) } : {});
  const onRefusal = () => (chance(0.5) ? { ReturnValuesOnConditionCheckFailure: "ALL_OLD" } : {});

  function conditional(scope: Scope) {
    if (chance(0.6)) return {};
    return { ConditionExpression: condition(scope), ...onRefusal() };
  }

  function put(): RandomOperation {
    const scope = makeScope();
    const more = { ...conditional(scope), ...(chance(0.4) && { ReturnValues: "ALL_OLD" }), ...capacity() };
    return { operation: "PutItem", input: { TableName: table, Item: item(), ...more, ...scope.given() } };
  }

  function remove(): RandomOperation {
    const scope = makeScope();
    const more = { ...conditional(scope), ...(chance(0.4) && { ReturnValues: "ALL_OLD" }), ...capacity() };
    return { operation: "DeleteItem", input: { TableName: table, Key: key(), ...more, ...scope.given() } };
  }

  function change(): RandomOperation {
    const scope = makeScope();
    const ReturnValues = pick(["NONE", "ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"]);
    const more = { UpdateExpression: update(scope), ...conditional(scope), ReturnValues, ...capacity() };
    return { operation: "UpdateItem", input: { TableName: table, Key: key(), ...more, ...scope.given() } };
  }

  function get(): RandomOperation {
    const more = { ConsistentRead: chance(0.5), ...projected(), ...capacity() };
    return { operation: "GetItem", input: { TableName: table, Key: key(), ...more } };
  }

  const projected = () =>
    chance(0.3)
      ? { ProjectionExpression: pick(["x, n", "m.x, l[0]", "l[1], l[0], ss", "m.y.z", "pk, sk"]) }
      : {};

  function query(): RandomOperation {
    const scope = makeScope();
    const sort = pick([
      () => "",
      () => ` AND sk ${pick(["=", "<", "<=", ">", ">="])} ${scope.place({ S: pick(sorts) })}`,
      () =>
        ` AND sk BETWEEN ${scope.place({ S: "A" })} AND ${scope.place({ S: pick(["a", "b", "\uffff"]) })}`,
    ])();
    const more = {
      KeyConditionExpression: `pk = ${scope.place({ S: pick(partitions) })}${sort}`,
      ...(chance(0.4) && { FilterExpression: condition(scope) }),
      ...(chance(0.5) && { Limit: 1 + below(5) }),
      ...(chance(0.3) && { ScanIndexForward: false }),
      ...(chance(0.3) ? { Select: "COUNT" } : projected()),
    };
    return {
      operation: "Query",
      input: { TableName: table, ConsistentRead: chance(0.5), ...more, ...capacity(), ...scope.given() },
    };
  }

  function transact(): RandomOperation {
    const action = () => {
      const scope = makeScope();
      const shared = { TableName: table };
      const of = (more: object) => ({ ...shared, ...more, ...scope.given() });
      return pick([
        () => ({ Put: of({ Item: item(), ...conditional(scope) }) }),
        () => ({ Delete: of({ Key: key(), ...conditional(scope) }) }),
        () => ({ Update: of({ Key: key(), UpdateExpression: update(scope), ...conditional(scope) }) }),
        () => ({ ConditionCheck: of({ Key: key(), ConditionExpression: condition(scope), ...onRefusal() }) }),
      ])();
    };
    const token = chance(0.3) ? { ClientRequestToken: `token-${below(40)}` } : {};
    return {
      operation: "TransactWriteItems",
      input: { TransactItems: many(1, 4, action), ...token, ...capacity() },
    };
  }

  function transactGet(): RandomOperation {
    const TransactItems = many(1, 4, () => ({ Get: { TableName: table, Key: key() } }));
    return { operation: "TransactGetItems", input: { TransactItems, ...capacity() } };
  }

  function batchWrite(): RandomOperation {
    const writes = many(1, 6, () =>
      chance(0.7) ? { PutRequest: { Item: item() } } : { DeleteRequest: { Key: key() } },
    );
    return { operation: "BatchWriteItem", input: { RequestItems: { [table]: writes }, ...capacity() } };
  }

  function batchGet(): RandomOperation {
    const request = { Keys: many(1, 6, key), ConsistentRead: chance(0.5) };
    return { operation: "BatchGetItem", input: { RequestItems: { [table]: request }, ...capacity() } };
  }

  const makers = [
    ...[put, put, put, change, change, change, remove, get, query, query],
    ...[transact, transact, transactGet, batchWrite, batchGet],
  ];
  return () => pick(makers)();
}
