/* Runs jobs without a stream, turn by turn, and looks at what they leave in the store. */
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { handler as createRecords } from "#functions/record/create-records";
import { roleMay } from "#lib/access/roles";
import { fillEndings } from "#lib/data/ai/fill-endings";
import { runFill } from "#lib/data/ai/run-fill";
import { backupEndings } from "#lib/data/backup/backup-endings";
import { duplicateBase } from "#lib/data/backup/duplicate-base";
import { exportBase } from "#lib/data/backup/export-base";
import { importBase } from "#lib/data/backup/import-base";
import { clearBase } from "#lib/data/cleanup/clear-base";
import { clearComments } from "#lib/data/cleanup/clear-comments";
import { clearFields } from "#lib/data/cleanup/clear-fields";
import { clearOrder } from "#lib/data/cleanup/clear-order";
import { clearSpace } from "#lib/data/cleanup/clear-space";
import { clearTable } from "#lib/data/cleanup/clear-table";
import { clearTrash } from "#lib/data/cleanup/empty-trash";
import { runFieldCopy } from "#lib/data/copies/copy-cells";
import { copyEndings } from "#lib/data/copies/copy-endings";
import { runTableCopy } from "#lib/data/copies/copy-records";
import { importRecords } from "#lib/data/csv/import-records";
import { dropIndex, makeIndex } from "#lib/data/indexes/index-jobs";
import { sweepIndexes } from "#lib/data/indexes/sweep-indexes";
import * as jobs from "#lib/data/jobs/jobs";
import { type Pieces, takeTurn } from "#lib/data/jobs/run-job";
import { changeLinks } from "#lib/data/link-fields/change-links";
import { textOfLinks } from "#lib/data/link-fields/text-of-links";
import { clearLinks } from "#lib/data/links/clear-links";
import { followLinks } from "#lib/data/links/follow-job";
import { readNotifications } from "#lib/data/notifications/mark-notifications";
import { sortManyRows } from "#lib/data/rows/sort-many-rows";
import { readSchema } from "#lib/data/schema/table-schema";
import { clearKept } from "#lib/data/tables/restore-fields";
import { type DeletionItem, trashOf } from "#lib/data/trash/trash";
import { moveBases } from "#lib/data/trash/trash-space";
import { deleteByJob, updateByJob } from "#lib/data/where/run-where";
import type { BaseId, JobId, TableId, UserId } from "#lib/schemas/basics/ids";
import type { Job } from "#lib/schemas/basics/job";
import type { Role } from "#lib/schemas/basics/role";
import { type Change, commit, insert, type NewItem } from "#lib/store/commit";
import { unpackItems } from "#lib/store/packing";
import { client, type Item, readAll, storeName } from "#lib/store/store";
import { aTable, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

const mayExport = (role: Role) => roleMay(role, "base|table_export");
const mayCreate = (role: Role) => roleMay(role, "base|create");
export const endings = { ...copyEndings, ...backupEndings, ...fillEndings };

/** Pieces of jobs of bases that take as little as a turn can. */
export const shortTurns: Pick<Pieces, "exportBase" | "importBase" | "duplicateBase"> = {
  exportBase: (job) => exportBase(job, mayExport, 0),
  importBase: (job) => importBase(job, mayCreate, 0),
  duplicateBase: (job) => duplicateBase(job, { mayExport, mayCreate, milliseconds: 0 }),
};

export const pieces: Pieces = {
  clearSpace,
  clearBase,
  clearTable,
  clearFields,
  clearTrash,
  clearOrder,
  clearComments,
  readNotifications,
  sortRows: sortManyRows,
  followLinks,
  textOfLinks,
  changeLinks,
  clearLinks,
  moveBases,
  makeIndex,
  dropIndex,
  sweepIndexes,
  importRecords: (job) =>
    importRecords(job, {
      mayImport: (role) => roleMay(role, "table|import"),
      mayCreate: (role) => roleMay(role, "record|create"),
    }),
  updateWhere: (job) => updateByJob(job, (role) => roleMay(role, "record|update")),
  deleteWhere: (job) => deleteByJob(job, (role) => roleMay(role, "record|delete")),
  exportBase: (job) => exportBase(job, mayExport),
  importBase: (job) => importBase(job, mayCreate),
  duplicateBase: (job) => duplicateBase(job, { mayExport, mayCreate }),
  duplicateField: (job) => runFieldCopy(job, (role) => roleMay(role, "field|create")),
  fillCells: (job) => runFill(job, (role) => roleMay(role, "record|update")),
  duplicateTable: (job) => runTableCopy(job, (role) => roleMay(role, "table|create")),
};

type Place = Parameters<typeof jobs.startChange>[1];

/** Starts a job that is already due. */
export function aJob(place: Place): Promise<JobId> {
  inProcessOnly("the stack would run the job itself");
  return aJobDueAt(place, new Date(Date.now() - 1000).toISOString());
}

/** Starts a job that is due in the year 2999, so it never runs. */
export const aJobForLater = (place: Place): Promise<JobId> => aJobDueAt(place, "2999-01-01T00:00:00.000Z");

async function aJobDueAt(place: Place, dueTime: string): Promise<JobId> {
  const now = new Date(Date.now() - 1000).toISOString();
  const userId = "usr0000000000000000" as UserId;
  const { jobId, change } = jobs.startChange("clearTable", place, { userId, now, dueTime });
  await commit([change]);
  return jobId;
}

export async function jobOf(id: JobId, baseId: BaseId): Promise<jobs.JobItem> {
  const job = await jobs.find(id, { baseId });
  if (!job) throw new Error(`job ${id} does not exist`);
  return job;
}

export const hasEnded = ({ state }: Job | jobs.JobItem) => state === "done" || state === "failed";
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Runs one turn of the job at a time when it is due, and gives its new state. */
export async function turn(id: JobId, baseId: BaseId, some: Pieces = pieces, now?: () => string) {
  inProcessOnly("the stack runs the job itself");
  const { pk, sk, version, dueTime } = await jobOf(id, baseId);
  // after a failure in an hour from now, it is due some seconds later than that
  const whenDue = () => [inAnHour(), dueTime].sort()[1] as string;
  await takeTurn({ key: { pk, sk }, version }, some, now ?? whenDue, endings);
  return jobOf(id, baseId);
}

/** Runs turns until the job has ended; gives its states, the first one before any turn. */
export async function runToEnd(id: JobId, baseId: BaseId, some = pieces): Promise<jobs.JobItem[]> {
  const seen = [await jobOf(id, baseId)];
  while (!hasEnded(seen.at(-1) as jobs.JobItem)) seen.push(await turn(id, baseId, some));
  return seen;
}

/** Creates `count` items as fast as possible. */
export async function fill(count: number, itemOf: (i: number) => NewItem): Promise<void> {
  const items = Array.from({ length: count }, (_, i) => insert(itemOf(i)));
  const commits: Change[][] = [];
  for (let i = 0; i < count; i += 100) commits.push(items.slice(i, i + 100));
  for (let i = 0; i < commits.length; i += 8) await Promise.all(commits.slice(i, i + 8).map(commit));
}

/**
 * All items, as readers see them, that contain one of these texts, except jobs, which still name what they cleared. Entries of access logs do
 * so too: they are among all items only, which contain "".
 */
export async function itemsWith(...texts: string[]): Promise<Item[]> {
  const others = texts.includes("") ? /^(job|endedJob)$/ : /^(job|endedJob|accessEntry)$/;
  const found: Item[] = [];
  for (let start: Record<string, unknown> | undefined; ; ) {
    const { Items = [], LastEvaluatedKey } = await client().send(
      new ScanCommand({
        TableName: storeName(),
        Limit: 1000,
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    found.push(
      ...(await unpackItems(Items as Item[])).filter((item) => {
        const text = JSON.stringify(item);
        return !others.test(item.entity) && texts.some((each) => text.includes(each));
      }),
    );
    if (!LastEvaluatedKey) return found;
    start = LastEvaluatedKey;
  }
}

/** The jobs of a table that have not ended. */
export const jobsOf = async (tableId: string): Promise<JobId[]> =>
  (await jobs.listOpen()).filter((job) => job.tableId === tableId).map(({ id }) => id);

/** Runs all jobs of tables until they have ended, also those that others start. */
export async function runJobsOf(...tables: { tableId: string; baseId: BaseId }[]): Promise<void> {
  for (let ran = true; ran; ) {
    ran = false;
    for (const { tableId, baseId } of tables)
      for (const id of await jobsOf(tableId)) {
        await runToEnd(id, baseId);
        ran = true;
      }
  }
}

/** A table with unique fields, a shared view and `count` records. */
export async function aFullTable(count: number, owner?: Someone, place?: Parameters<typeof aTable>[2]) {
  const shareId = `shr${crypto.randomUUID().replaceAll("-", "")}`;
  const made = await aTable(
    {
      fields: [
        { name: "Name", type: "singleLineText", unique: true },
        { name: "Code", type: "number", unique: true },
      ],
      views: [{ type: "grid", name: "Shared", shareId, enableShare: true }, { type: "grid" }],
    },
    owner,
    place,
  );
  const params = { tableId: made.tableId };
  for (let i = 0; i < count; i += 30) {
    const records = Array.from({ length: Math.min(30, count - i) }, (_, k) => ({
      fields: { Name: `n${i + k}`, Code: i + k },
    }));
    const { status } = await call(createRecords, { as: made.owner, params, body: { records } });
    if (status !== 201) throw new Error("the records were refused");
  }
  return { ...made, shareId };
}

/** Fields of a table leave the trash, as when their time is over; gives for each the job that clears it. */
export async function leaveTrash(tableId: TableId): Promise<Map<string, JobId>> {
  const now = new Date().toISOString();
  const deletions = await readAll<DeletionItem>({ pk: trashOf(tableId) });
  for (const { fields: fieldIds, deletedTime, deletedBy: userId, restoredTime } of deletions)
    if (fieldIds && !restoredTime) await clearKept({ tableId, fieldIds, deletedTime }, { userId, now });
  const { clearing } = await readSchema(tableId);
  return new Map(clearing.map(({ id, jobId }) => [id, jobId]));
}
