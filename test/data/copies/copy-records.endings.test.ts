import { afterEach, expect, test, vi } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as deleteTablePermanently } from "#functions/table/delete-table-permanently";
import { handler as getTable } from "#functions/table/get-table";
import { aTextTable, endOf, tableCopy } from "#test/support/copies";
import { itemsWith, jobOf, pieces, runJobsOf, turn } from "#test/support/events/jobs";
import { actionsOf, aLinkNamed } from "#test/support/makers/actions";
import type { MadeTable } from "#test/support/makers/links";
import { aBase, aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { disturbed } from "#test/support/store/faults";

afterEach(() => void vi.restoreAllMocks());

type Copy = Awaited<ReturnType<typeof tableCopy>>;

const statusOf = async ({ owner: as, baseId }: MadeTable, tableId: string) =>
  (await call(getTable, { as, params: { baseId, tableId } })).status;

/** Nothing of the copy is left when all jobs have ended. */
async function expectNothingLeft(made: MadeTable, copy: Copy) {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  await runJobsOf(made, { ...made, tableId: copy.tableId });
  const { lastModifiedTime: _, jobId, ...ids } = { ...copy };
  const left = await itemsWith(ids.tableId, `COPY#${jobId}`, ...copy.views.map(({ id }) => id));
  expect(left.filter(({ entity }) => entity !== "idempotency")).toEqual([]);
}

test.each([
  [
    "a field is converted",
    "A field was deleted or converted before all records were copied; duplicate it again",
    async ({ owner: as, tableId, table }: MadeTable) =>
      call(convertField, {
        as,
        params: { tableId, fieldId: table.fields[1].id },
        body: { type: "longText" },
      }),
  ],
  [
    "a field is deleted",
    "A field was deleted or converted before all records were copied; duplicate it again",
    async ({ owner: as, tableId, table }: MadeTable) =>
      call(deleteField, { as, params: { tableId, fieldId: table.fields[1].id } }),
  ],
  [
    "the table is deleted",
    "The table was deleted",
    async ({ owner: as, baseId, tableId }: MadeTable) =>
      call(deleteTable, { as, params: { baseId, tableId } }),
  ],
  [
    "the table is deleted for good, and cleared",
    "The table was deleted",
    async (made: MadeTable) => {
      vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
      const { owner: as, baseId, tableId } = made;
      const answer = await call(deleteTablePermanently, { as, params: { baseId, tableId } });
      for (let state = ""; state !== "done"; ) ({ state } = await turn(answer.body.jobId, baseId));
      return answer;
    },
  ],
  [
    "the linked table is deleted",
    "the table that this field links to was deleted",
    async ({ owner: as, baseId }: MadeTable, _: string, there: string) =>
      call(deleteTable, { as, params: { baseId, tableId: there } }),
  ],
  [
    "the copy is deleted for good",
    "The copy was deleted",
    async ({ owner: as, baseId }: MadeTable, tableId: string) =>
      call(deleteTablePermanently, { as, params: { baseId, tableId } }),
  ],
  [
    "the base is deleted",
    "The base was deleted",
    async ({ owner: as, baseId }: MadeTable) => call(deleteBase, { as, params: { baseId } }),
  ],
])("fails and leaves nothing: %s", async (_, error, disturb) => {
  const there = await aTextTable(2);
  const made = await aTextTable(3, there.owner, there);
  const { add, update } = actionsOf(made.owner);
  await add(made, aLinkNamed("Link", there));
  await update(made, made.table.records[0].id, { Link: [{ id: there.table.records[0].id }] });
  const copy = await tableCopy(made);
  expect((await disturb(made, copy.id, there.tableId)).status).toBe(200);
  expect(await endOf(copy, made)).toMatchObject({
    ...{ state: "failed", error: expect.stringContaining(error) },
  });
  expect(await statusOf(made, copy.id)).toBe(404);
  await expectNothingLeft(made, copy);
});

test("fails and leaves nothing: the person may no longer make tables", async () => {
  const owner = await someone();
  const made = await aTextTable(3, owner, await aBase(owner));
  const member = await aMember(made.baseId, "editor");
  const copy = await tableCopy({ ...made, owner: member });
  expect(await endOf(copy, made)).toMatchObject({
    ...{ state: "failed", error: "The person who asked for the copy may no longer make it" },
  });
  await expectNothingLeft(made, copy);
});

test("a job that is given up leaves nothing, whatever had been copied", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const made = await aTextTable(200);
  const copy = await tableCopy(made);
  let batches = 0;
  for (let failures = 1; failures <= 8; failures++)
    await turn(copy.jobId, made.baseId, {
      ...pieces,
      duplicateTable: async (job) => {
        await disturbed(
          ({ command }) =>
            command === "TransactWriteItems" && ++batches > 1 ? new Error("down") : undefined,
          () => pieces.duplicateTable(job),
        );
        throw new Error("unreachable");
      },
    });
  expect(await jobOf(copy.jobId, made.baseId)).toMatchObject({
    ...{ state: "failed", error: expect.stringContaining("8 attempts failed") },
  });
  await expectNothingLeft(made, copy);
});
