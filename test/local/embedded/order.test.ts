import fc from "fast-check";
import { expect, test } from "vitest";
import { openEngine } from "#lib/local/embedded/open-engine";
import { columnAfterPrefix } from "#lib/local/embedded/values/key-value";
import type { AttributeValue } from "#lib/local/embedded/values/wire";

const tableOf = (type: "S" | "N" | "B") => ({
  name: "sorted",
  partitionKey: { name: "pk", type: "S" as const },
  sortKey: { name: "sk", type },
});

/** The sort keys of one partition as a Query gives them. */
async function sorted(
  type: "S" | "N" | "B",
  keys: AttributeValue[],
  backward = false,
): Promise<AttributeValue[]> {
  const engine = openEngine({ file: ":memory:", tables: [tableOf(type)] });
  await Promise.all(
    keys.map((sk) => engine.execute("PutItem", { TableName: "sorted", Item: { pk: { S: "p" }, sk } })),
  );
  const { Items } = await engine.execute("Query", {
    TableName: "sorted",
    KeyConditionExpression: "pk = :p",
    ExpressionAttributeValues: { ":p": { S: "p" } },
    ScanIndexForward: !backward,
  });
  engine.close();
  return (Items as { sk: AttributeValue }[]).map(({ sk }) => sk);
}

const texts = fc.uniqueArray(fc.string({ unit: "binary", minLength: 1, maxLength: 6 }), { maxLength: 30 });

test("strings are in the order of their UTF-8 bytes, forward and backward", async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.boolean(), async (keys, backward) => {
      const expected = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      if (backward) expected.reverse();
      const found = await sorted(
        "S",
        keys.map((S) => ({ S })),
        backward,
      );
      expect(found.map(({ S }) => S)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test("binaries are in the order of their bytes", async () => {
  const binaries = fc.uniqueArray(fc.uint8Array({ minLength: 1, maxLength: 5 }), {
    selector: (bytes) => bytes.join(),
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(binaries, async (keys) => {
      const found = await sorted(
        "B",
        keys.map((B) => ({ B })),
      );
      expect(found.map(({ B }) => [...(B as Uint8Array)])).toEqual(
        keys.toSorted(Buffer.compare).map((key) => [...key]),
      );
    }),
    { numRuns: 60 },
  );
});

test("numbers are in the order of their values, also where a double cannot tell them apart", async () => {
  const digits = fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n });
  const number = fc.tuple(
    fc.oneof(digits, fc.bigInt({ min: -99n, max: 99n })),
    fc.integer({ min: -60, max: 60 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(number, { maxLength: 30 }), async (numbers) => {
      // as integers of one unit
      const scaled = new Map(
        numbers.map(([coefficient, exponent]) => [
          coefficient * 10n ** BigInt(exponent + 60),
          `${coefficient}e${exponent}`,
        ]),
      );
      const order = [...scaled.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      const found = await sorted(
        "N",
        [...scaled.values()].map((N) => ({ N })),
      );
      expect(found.map(({ N }) => valueOfText(N as string))).toEqual(order);
    }),
    { numRuns: 60 },
  );
});

/** A number without exponent, as an integer of 10⁻⁶⁰. */
function valueOfText(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(60, "0"));
}

test("what comes after a prefix is greater than all that begin with it, and no greater than it must be", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.string({ unit: "binary", maxLength: 4 }),
      (prefix, other) => {
        const after = columnAfterPrefix(prefix);
        const bytes = Buffer.from(other);
        const isBelow = after === undefined || Buffer.compare(bytes, Buffer.from(after as string)) < 0;
        const isFrom = Buffer.compare(bytes, Buffer.from(prefix)) >= 0;
        expect(isFrom && isBelow).toBe(other.startsWith(prefix));
      },
    ),
  );
});
