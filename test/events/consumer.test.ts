import type { SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Change } from "#lib/events/change";
import { consumer } from "#lib/events/consumer";
import { aChange } from "#test/support/store/stream";

beforeAll(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterAll(() => vi.restoreAllMocks());

const eventOf = (...bodies: string[]) =>
  ({ Records: bodies.map((body, i) => ({ messageId: `m${i}`, body })) }) as SQSEvent;
const textOf = (entity: string) => JSON.stringify(aChange({ entity }));

const received: Change[] = [];
const handler = consumer({ summary: "Test", changes: [] }, async (change) => {
  if (change.entity === "bad") throw new Error("no");
  received.push(change);
});

test("receives each change of a batch", async () => {
  expect(await handler(eventOf(textOf("one"), textOf("two")))).toEqual({ batchItemFailures: [] });
  expect(received.map(({ entity }) => entity)).toEqual(["one", "two"]);
});

test("only the failed messages of a batch are delivered again", async () => {
  expect(await handler(eventOf(textOf("one"), textOf("bad"), "no JSON", '{"kind":"created"}'))).toEqual({
    batchItemFailures: ["m1", "m2", "m3"].map((itemIdentifier) => ({ itemIdentifier })),
  });
});

test("throws if every message of the batch failed", async () => {
  await expect(handler(eventOf(textOf("bad"), "no JSON"))).rejects.toThrow("every message");
});

test("changes that ask for the same work are handled once, and succeed or fail together", async () => {
  const handled: string[] = [];
  const folding = consumer(
    { summary: "Test", changes: [], once: ({ entity }) => entity },
    async ({ entity, version }) => {
      handled.push(`${entity} ${version}`);
      if (entity === "bad") throw new Error("no");
    },
  );
  const bodies = ["one", "bad", "one", "two", "bad"].map((entity, version) =>
    JSON.stringify(aChange({ entity, version })),
  );
  expect(await folding(eventOf(...bodies))).toEqual({
    batchItemFailures: [{ itemIdentifier: "m1" }, { itemIdentifier: "m4" }],
  });
  expect(handled).toEqual(["one 0", "bad 1", "two 3"]);
});
