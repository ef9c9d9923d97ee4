/* Copies of fields and tables that a job makes, also of small ones. */
import { expect } from "vitest";
import { duplicateField } from "#lib/data/copies/duplicate-field";
import { duplicateTable } from "#lib/data/copies/duplicate-table";
import type { JobItem } from "#lib/data/jobs/jobs";
import { readSchema } from "#lib/data/schema/table-schema";
import * as tables from "#lib/data/schema/tables";
import * as bases from "#lib/data/spaces/bases";
import type { BaseId, FieldId, TableId, UserId } from "#lib/schemas/basics/ids";
import { settleAll } from "#test/support/events/commits";
import { runToEnd } from "#test/support/events/jobs";
import { type aBase, aTable, type Someone } from "#test/support/makers/makers";

interface Made {
  owner: { userId: UserId };
  baseId: BaseId;
  tableId: TableId;
}

const callerOf = ({ owner: { userId } }: Made) => ({
  userId,
  now: new Date().toISOString(),
  may: { seeEmails: true, read: true, create: true, update: true, delete: true },
  mayReadIn: async () => true,
});
const everywhere = async () => true;

/** Begins the copy of a field, by a job whatever its size. */
export async function fieldCopy(made: Made, id: string, name = "Copy") {
  const schema = await readSchema(made.tableId);
  const most = { links: -1, others: -1 };
  const field = await duplicateField(schema, id as FieldId, { name }, callerOf(made), everywhere, most);
  expect(field).toMatchObject({ isPending: true, jobId: expect.stringMatching(/^job/) });
  return { ...field, jobId: field.jobId as NonNullable<typeof field.jobId> };
}

/** Begins the copy of a table with its records, by a job if it has more than one record. */
export async function tableCopy(made: Made, name = "Copy") {
  const [base, schema, others] = await Promise.all([
    bases.find(made.baseId),
    readSchema(made.tableId),
    tables.list(made.baseId),
  ]);
  if (!base) throw new Error("the base is gone");
  const body = { name, includeRecords: true };
  const table = await duplicateTable({ base, tables: others, schema }, body, callerOf(made), everywhere, 1);
  return { ...table, tableId: table.id, jobId: table.jobId as NonNullable<typeof table.jobId> };
}

/** Runs the job to its end; gives its last state. */
export const endOf = async (
  { jobId }: { jobId: JobItem["id"] },
  { baseId }: { baseId: BaseId },
): Promise<JobItem> => (await runToEnd(jobId, baseId)).at(-1) as JobItem;

type Where = [owner?: Someone, place?: Awaited<ReturnType<typeof aBase>>];

/** A table with the fields Name and Text; its records are settled, which those of a large call may not be yet. */
export async function aTextTable(count: number, ...where: Where) {
  const made = await aTable(
    {
      name: "Table",
      fields: [
        { type: "singleLineText", name: "Name", unique: true },
        { type: "singleLineText", name: "Text" },
      ],
      records: Array.from({ length: count }, (_, i) => ({ fields: { Name: `${i}`, Text: `n${i}` } })),
    },
    ...where,
  );
  await settleAll();
  return made;
}
