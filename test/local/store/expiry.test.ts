import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openEngine } from "#lib/local/embedded/open-engine";
import { storeTable } from "#lib/local/store/embedded-store";
import { startExpiry } from "#lib/local/store/expiry";

const begin = Date.parse("2026-01-01T00:00:00.000Z");
const [name, seconds] = ["things", begin / 1000];
let clock: number;
let lines: string[];
let engine: ReturnType<typeof openEngine>;
let expiry: ReturnType<typeof startExpiry>;

beforeEach(() => {
  // the engine itself works in real turns of the event loop
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  [clock, lines] = [begin, []];
  engine = openEngine({ file: ":memory:", tables: [storeTable(name)], now: () => clock });
  expiry = startExpiry(engine, (line) => lines.push(line));
});
afterEach(async () => {
  await expiry.stop();
  engine.close();
  vi.useRealTimers();
});

const put = (sk: string, expiresAt?: number) =>
  engine.execute("PutItem", {
    TableName: name,
    Item: { pk: { S: "p" }, sk: { S: sk }, ...(expiresAt && { expiresAt: { N: String(expiresAt) } }) },
  });

async function left(): Promise<string[]> {
  const { Items } = await engine.execute("Scan", { TableName: name });
  return (Items as { sk: { S: string } }[]).map(({ sk }) => sk.S);
}

/** The next minute of the clock and of the timer, and what is done in it. */
async function passMinute(): Promise<void> {
  clock += 60_000;
  vi.advanceTimersByTime(60_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
}

test("each minute removes what has expired by the engine's clock, and nothing else", async () => {
  await put("now", seconds);
  await put("in a minute", seconds + 60);
  await put("in two minutes", seconds + 120);
  await put("never");
  expect(await left()).toHaveLength(4);
  await passMinute();
  await expect.poll(left).toEqual(["in two minutes", "never"]);
  await passMinute();
  await expect.poll(left).toEqual(["never"]);
});

test("the removal of more than one step is a change each, made by the service", async () => {
  const sorts = Array.from({ length: 120 }, (_, i) => String(i).padStart(3, "0"));
  await Promise.all(sorts.map((sk) => put(sk, seconds + 1)));
  const before = engine.lastChange();
  await passMinute();
  await expect.poll(left).toEqual([]);
  const changes = engine.readChanges(before);
  expect(changes).toHaveLength(120);
  for (const { record } of changes)
    expect(record).toMatchObject({ eventName: "REMOVE", userIdentity: { type: "Service" } });
});

test("stop waits for the removal that runs, and no other begins", async () => {
  await put("a", seconds);
  clock += 60_000;
  vi.advanceTimersByTime(60_000);
  await expiry.stop();
  expect(await left()).toEqual([]);
  await put("b", seconds);
  await passMinute();
  expect(await left()).toEqual(["b"]);
});

test("a removal that fails is a line, and the next minute tries again", async () => {
  const failing = startExpiry({ removeExpired: () => Promise.reject(new Error("no space")) }, (line) =>
    lines.push(line),
  );
  await passMinute();
  await passMinute();
  await expect.poll(() => lines).toEqual(Array(2).fill("expired items could not be removed: no space"));
  await failing.stop();
});
