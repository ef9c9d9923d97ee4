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

const heard: Change[] = [];
const handler = consumer({ summary: "Test", changes: [] }, async (change) => {
  if (change.entity === "bad") throw new Error("no");
  heard.push(change);
});

test("hears of each change of a batch", async () => {
  expect(await handler(eventOf(textOf("one"), textOf("two")))).toEqual({ batchItemFailures: [] });
  expect(heard.map(({ entity }) => entity)).toEqual(["one", "two"]);
});

test("of a batch only what could not be consumed comes again", async () => {
  expect(await handler(eventOf(textOf("one"), textOf("bad"), "no JSON", '{"kind":"created"}'))).toEqual({
    batchItemFailures: ["m1", "m2", "m3"].map((itemIdentifier) => ({ itemIdentifier })),
  });
});

test("when nothing could be consumed, it has failed", async () => {
  await expect(handler(eventOf(textOf("bad"), "no JSON"))).rejects.toThrow("no message");
});
