import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readSwitch, resumeWrites, stopForMonth, stopWrites } from "#lib/store/write-stop/change-write-stop";
import { msUntilRetry } from "#lib/store/write-stop/retry-later";
import { findWriteStop, rememberWriteStop } from "#lib/store/write-stop/write-stop";
import { disturbed } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeEach(async () => {
  await useOwnStore();
  forget();
});
afterEach(() => {
  vi.useRealTimers();
  rememberWriteStop(Promise.resolve(undefined), Number.POSITIVE_INFINITY);
});

/** As a process that has not read the switch, or a minute ago. */
const forget = () => rememberWriteStop(Promise.resolve(undefined), 0);
const at = (time: string) => vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(time) });
const since = "2026-11-20T10:00:00.000Z";
const stop = { reason: "a move", since };

test("each process reads the switch once a minute, also when many ask at once, and hears of it within that", async () => {
  at(since);
  const asked = await disturbed(
    () => undefined,
    async () => {
      await Promise.all(Array.from({ length: 50 }, findWriteStop));
      at("2026-11-20T10:00:59.000Z");
      await findWriteStop();
    },
  );
  expect(asked).toHaveLength(1);
  await stopWrites(stop);
  // this process set it, so it knows; another one knows what it read
  expect(await findWriteStop()).toEqual(stop);
  rememberWriteStop(Promise.resolve(undefined));
  expect(await findWriteStop()).toBeUndefined();
  at("2026-11-20T10:02:00.000Z");
  expect(await findWriteStop()).toEqual(stop);
  await resumeWrites();
  expect(await findWriteStop()).toBeUndefined();
});

test("a clock that was set back does not keep what was read for longer", async () => {
  at("2026-11-20T12:00:00.000Z");
  await findWriteStop();
  at("2026-11-20T10:00:00.000Z");
  expect(
    await disturbed(
      () => undefined,
      () => findWriteStop(),
    ),
  ).toHaveLength(1);
});

test("a read that fails is a 503, and is not remembered", async () => {
  rememberWriteStop(Promise.reject(new Error("away")));
  await expect(findWriteStop()).rejects.toThrow("away");
  expect(await findWriteStop()).toBeUndefined();
});

test("a budget stops writes until its month ends, once in each month", async () => {
  at("2026-11-29T10:00:00.000Z");
  const now = () => new Date().toISOString();
  expect(await stopForMonth("2026-11", "spent", now())).toBe(true);
  const until = "2026-12-01T00:00:00.000Z";
  expect(await readSwitch()).toEqual({
    stop: { reason: "spent", since: now(), until },
    budgetMonth: "2026-11",
  });
  // an operator lets writes go on: a notice that comes twice, or of a month before, does not stop them again
  await resumeWrites();
  expect(await stopForMonth("2026-11", "spent", now())).toBe(false);
  expect(await stopForMonth("2026-10", "spent", now())).toBe(false);
  expect(await findWriteStop()).toBeUndefined();
  at("2026-12-30T10:00:00.000Z");
  expect(await stopForMonth("2026-12", "spent", now())).toBe(true);
  expect((await findWriteStop())?.until).toBe("2027-01-01T00:00:00.000Z");
  at("2027-01-01T00:00:00.000Z");
  expect(await findWriteStop()).toBeUndefined();
  expect((await readSwitch()).stop).toBeUndefined();
});

test("a notice that comes after the end of its month stops nothing; one that comes to a stop of an operator leaves it", async () => {
  at("2026-12-01T00:00:00.000Z");
  expect(await stopForMonth("2026-11", "spent", "2026-12-01T00:00:00.000Z")).toBe(false);
  await stopWrites(stop);
  expect(await stopForMonth("2026-12", "spent", "2026-12-01T00:00:00.000Z")).toBe(false);
  expect(await readSwitch()).toEqual({ stop, budgetMonth: "2026-12" });
});

test("of several who set it at once each is written, one after another", async () => {
  const now = new Date().toISOString();
  const month = now.slice(0, 7);
  const stopped = await Promise.all(Array.from({ length: 8 }, () => stopForMonth(month, "spent", now)));
  expect(stopped.filter(Boolean)).toHaveLength(1);
  await Promise.all([stopWrites(stop), resumeWrites(), stopWrites(stop)]);
  expect((await readSwitch()).budgetMonth).toBe(month);
});

test("callers and jobs try again after five minutes, or when the stop ends", () => {
  at(since);
  expect(msUntilRetry(stop)).toBe(300_000);
  expect(msUntilRetry({ ...stop, until: "2026-12-01T00:00:00.000Z" })).toBe(300_000);
  expect(msUntilRetry({ ...stop, until: "2026-11-20T10:00:30.000Z" })).toBe(30_000);
  expect(msUntilRetry({ ...stop, until: since })).toBe(1000);
});
