/* The format in the store, and which Gridless may use it. */
import { beforeEach, expect, test } from "vitest";
import { handler as settleCommits } from "#functions/commit/settle-commits";
import { handler as getReadiness } from "#functions/health/get-readiness";
import { change, commit, insert } from "#lib/store/commit";
import { type Format, formatKey, NewerStore, ownFormat, readFormat } from "#lib/store/format/format";
import { raiseFormat } from "#lib/store/format/raise-format";
import { getItem } from "#lib/store/store";
import { call } from "#test/support/requests/call";
import { costOf } from "#test/support/requests/round-trips";
import { useOwnStore } from "#test/support/store/own-store";

beforeEach(useOwnStore);

const later = { format: ownFormat.format + 3, oldest: ownFormat.format };
const tooNew = { format: ownFormat.format + 3, oldest: ownFormat.format + 1 };
const put = (format: Format) => commit([insert({ ...formatKey, entity: "format", ...format })]);
const stored = () => getItem(formatKey);

test("a store from before the item gets it, once; reading it again writes nothing", async () => {
  expect(await raiseFormat()).toEqual(ownFormat);
  expect(await stored()).toEqual({ ...formatKey, entity: "format", version: 1, ...ownFormat });
  const cost = await costOf(() => raiseFormat());
  expect(cost).toMatchObject({ requests: 1, written: 0 });
});

test("a store of a former format is raised, also by two processes at once", async () => {
  await put({ format: 1, oldest: 1 });
  await Promise.all([raiseFormat(), raiseFormat()]);
  expect(await stored()).toMatchObject({ version: 2, ...ownFormat });
});

test("one of a later format that this Gridless can use stays of that format", async () => {
  await put(later);
  expect(await raiseFormat()).toMatchObject(later);
  await settleCommits();
  expect(await stored()).toMatchObject({ version: 1, ...later });
  expect((await call(getReadiness)).status).toBe(200);
});

test("one that this Gridless does not understand is refused before anything is written", async () => {
  await put(tooNew);
  const commits = { pk: "COMMITS#0", sk: "left" };
  await commit([insert({ ...commits, entity: "openCommit", id: "left", chunks: 1, expires: 0 })]);
  await expect(raiseFormat()).rejects.toThrow(NewerStore);
  await expect(settleCommits()).rejects.toThrow(NewerStore);
  expect(await stored()).toMatchObject({ version: 1, ...tooNew });
  expect(await getItem(commits)).toMatchObject({ version: 1 });
  const { status, body } = await call(getReadiness);
  expect({ status, code: body.code }).toEqual({ status: 503, code: "database_connection_unavailable" });
  expect(body.message).toBe(
    `The store was written by a newer Gridless: its format is ${tooNew.format}, for Gridless of format ${tooNew.oldest} or later, and this one has ${ownFormat.format}. Run the newer one again; nothing was changed`,
  );
});

test("a newer Gridless raises both numbers where its items are not for the former one", async () => {
  await put(ownFormat);
  expect(await raiseFormat(tooNew)).toEqual(tooNew);
  await expect(readFormat()).rejects.toThrow(NewerStore);
});

test("a format is not lowered by a process that read it before it was raised", async () => {
  await put({ format: 1, oldest: 1 });
  const before = await readFormat();
  if (before) await commit([change(before, later)]);
  await Promise.all([raiseFormat(), raiseFormat(later)]);
  expect(await stored()).toMatchObject(later);
});
