/*
 * Creates a table with its fields, views and records, in one commit. The records are a batch (lib/data/write). The commit:
 *
 *   base, version + 1 · table · copy in the base's list · fields · views · counter · records · guards · files ·
 *   for link fields also lib/data/link-fields/new-link-changes.ts
 */

import type { Caller } from "#lib/data/identity/caller";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import { isLink } from "#lib/data/links/link-items";
import { counterKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { addColumns } from "#lib/data/schema/columns";
import { show as showField, toFieldItems } from "#lib/data/schema/fields";
import { logMadeShares } from "#lib/data/schema/log-shares";
import { type TableItem, tableKey, type ViewItem } from "#lib/data/schema/table-schema";
import { dbNameTaken, head, insertCopy, list } from "#lib/data/schema/tables";
import * as views from "#lib/data/schema/views";
import { type BaseItem, find as findBase } from "#lib/data/spaces/bases";
import { followSoon } from "#lib/data/write/follow-soon";
import { completeRecords, type Reading, readDrafts } from "#lib/data/write/read-drafts";
import { batchChanges, planBatch, showBatch } from "#lib/data/write/record-batch";
import { completeDrafts, toRecordInputs } from "#lib/engine/cells/new-records";
import type { Field } from "#lib/engine/fields/field";
import { defaultFields, makeFields } from "#lib/engine/fields/new-fields";
import { dbName } from "#lib/engine/values/db-name";
import { uniqueName } from "#lib/engine/values/names";
import { refuseLargeAnswer } from "#lib/schemas/basics/answer-size";
import { invalid, notFound, pathOf } from "#lib/schemas/basics/error";
import { type FieldId, type JobId, newTableId, type TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { NewRecord } from "#lib/schemas/records/record";
import type { NewTable, Table } from "#lib/schemas/tables/table";
import type { NewView } from "#lib/schemas/tables/view-changes";
import { type Change, change, commit, insert, retryOnConflictFrom } from "#lib/store/commit";
import { type AnswerChanges, keepAnswer } from "#lib/store/idempotency-records";

const defaultViews: NewView[] = [{ type: "grid", name: "Grid view" }];

/**
 * Creates a table in a base. `tables` are the tables of the base; they must be read after it. If two calls use one name at the same
 * time, the later table becomes "… 2".
 */
export async function createTable(
  base: BaseItem,
  tables: TableItem[],
  input: NewTable,
  caller: Caller,
  {
    allow = nowhere,
    besides = keepTable(caller),
    copied,
    tableId = newTableId(),
    hidden,
    readBase = findBase,
  }: Besides,
): Promise<Table> {
  const how = { allow, copied, tableId, lastNumber: hidden?.lastNumber };
  const { batch, reading, plan, ...content } = await prepare(base, input, caller, how);
  const readAgain = async () => {
    // the list is read after the base: every change of the list also changes the base's version, which the commit checks
    const latest = await readBase(base.id);
    if (!latest) throw notFound("base", base.id);
    const [others, files, links] = await Promise.all([
      list(base.id),
      reading.readFilesAgain(),
      plan && newLinks().then(({ planAgain }) => planAgain(content.own, plan, allow)),
    ]);
    return { latest, others, files, links };
  };
  const start = { latest: base, others: tables, files: reading.files, links: plan };
  return retryOnConflictFrom(start, readAgain, async ({ latest, others, files, links }) => {
    const table = await buildTable(latest, others, input, content, caller);
    const linked = links && (await (await newLinkChanges()).linkChanges(links, { ...content.own, table }));
    const fields = linked?.fields ?? content.fields;
    const answer = {
      ...head(table),
      ...content.shown,
      fields: fields.map((field) => showField(field, caller.may)),
    };
    const records = await batchChanges({ ...batch, files }, caller);
    const fieldChanges = toFieldItems(table.id, [], fields).map(insert);
    const created = { ...table, ...addColumns(table, fieldChanges) };
    const tableChanges = hidden
      ? [insert({ ...created, deletedTime: caller.now, copying: hidden.copying })]
      : [insert(created), insertCopy(table)];
    const all = [
      ...[change(latest, {}), ...tableChanges, ...fieldChanges],
      ...[...content.changes, ...(linked?.changes ?? []), ...records, ...besides(answer)],
    ];
    await commit(all).catch(content.explain);
    if (batch.notes.length > 0) await followSoon(batch.notes, all);
    return answer;
  });
}

interface Besides {
  /** Whether the caller may link to a table. Without it, the new table can only link to itself. */
  allow?: AllowThere;
  /** Further changes for the commit; by default the one that keeps the answer. */
  besides?: AnswerChanges<Table>;
  /** The table is a copy: empty cells stay empty, and people who have left stay in cells. Fields with an error are copied with it. */
  copied?: Copied | undefined;
  /** The id of the new table, if it must be this one. */
  tableId?: TableId;
  /** The table counts as deleted until a job has added its records, which have numbers up to `lastNumber`. */
  hidden?: { copying: JobId; lastNumber: number };
  /** Reads the base again. Only an import finds a base that counts as deleted. */
  readBase?: (id: BaseItem["id"]) => Promise<BaseItem | undefined>;
}

interface Copied {
  broken: ReadonlySet<string>;
  /** Fields that show the same links of the table to itself. */
  pairs?: ReadonlyMap<FieldId, FieldId>;
  /** Gives the records their links to each other. */
  complete?: (records: RecordItem[]) => void;
}

const nowhere: AllowThere = async () => false;

const keepTable =
  (caller: Caller): AnswerChanges<Table> =>
  (answer) =>
    keepAnswer(caller, answer, [answer.id, ...answer.records.map(({ id }) => id)]);

// most tables have no link fields, so the code that makes them is loaded for the others only
const newLinks = () => import("#lib/data/link-fields/new-links");
const newLinkChanges = () => import("#lib/data/link-fields/new-link-changes");

/** The item of the table, with a name and an order that fit the other tables of its base. Throws 400 if they do not. */
async function buildTable(
  base: BaseItem,
  others: TableItem[],
  input: NewTable,
  content: Content,
  caller: Caller,
): Promise<TableItem> {
  if (others.length >= limits.tablesPerBase)
    throw invalid([
      { path: "", message: `the base has ${others.length} tables, the limit is ${limits.tablesPerBase}` },
    ]);
  const dbNames = others.map(({ dbTableName }) => dbTableName);
  if (dbNames.some((name) => name.toLowerCase() === input.dbTableName?.toLowerCase()))
    throw invalid([{ path: "dbTableName", message: dbNameTaken(input.dbTableName ?? "") }]);

  const name = uniqueName(
    input.name,
    others.map((other) => other.name),
  );
  return {
    ...tableKey(content.tableId),
    entity: "table",
    version: 1,
    revision: 1,
    schemaVersion: 1,
    id: content.tableId,
    baseId: base.id,
    spaceId: base.spaceId,
    name,
    dbTableName: input.dbTableName ?? (await dbName(name, dbNames)),
    ...(input.description && { description: input.description }),
    ...(input.icon && { icon: input.icon }),
    order: input.order ?? Math.max(-1, ...others.map(({ order }) => order)) + 1,
    defaultViewId: content.defaultViewId,
    createdTime: caller.now,
    createdBy: caller.userId,
    lastModifiedTime: caller.now,
  };
}

type Content = Pick<Awaited<ReturnType<typeof prepare>>, "tableId" | "defaultViewId">;

/** Checks and builds the content of the table and its changes. This does not depend on other tables of the base. */
async function prepare(
  base: BaseItem,
  input: NewTable,
  caller: Caller,
  {
    allow,
    copied,
    tableId,
    lastNumber,
  }: Required<Pick<Besides, "allow" | "tableId">> &
    Pick<Besides, "copied"> & { lastNumber: number | undefined },
) {
  const inputs = input.fields.length > 0 ? input.fields : defaultFields;
  const viewInputs = input.views.length > 0 ? input.views : defaultViews;

  const at = (i: number) => ["fields", i];
  const { fields: made, issues, formulas } = await makeFields(inputs, at);
  // views and records can only be checked against valid fields
  if (issues.length > 0) throw invalid(issues);
  const own = { table: { id: tableId, baseId: base.id, name: input.name }, ...nothing };
  const plan = made.some(isLink)
    ? await (await newLinks()).planNewLinks(own, { made, inputs, at, pairs: copied?.pairs }, allow)
    : undefined;
  const linked = plan?.fields ?? made;
  const isComputed = formulas.size > 0 || made.some(({ lookupOptions }) => lookupOptions);
  const fields = isComputed
    ? await (await import("#lib/data/link-fields/computed-fields")).completeComputed(
        own,
        { made: linked, inputs, at, formulas, broken: copied?.broken },
        allow,
      )
    : linked;
  // the code that checks views is imported only for calls that have any
  const sentViews = input.views.length > 0 ? await import("./new-views.ts") : undefined;
  const viewIssues = sentViews?.checkViews(viewInputs, fields);

  const table = { id: tableId, baseId: base.id, spaceId: base.spaceId };
  const reading = await readRecords({ table, fields }, input, caller, copied !== undefined);
  const wanted = completeRecords(input, reading, { issues: viewIssues ?? [] });
  const batch = await planBatch(
    { table, ...reading },
    wanted,
    { takeNumbers: async () => 1, complete: copied?.complete },
    caller,
  );

  const installed = sentViews ? await sentViews.prepareViews(viewInputs, fields, caller) : viewInputs;
  const builtViews = await buildViews(installed, tableId, fields, caller);
  const changes: Change[] = [
    ...builtViews.flatMap(views.createChanges),
    ...(await logMadeShares(builtViews, base)),
    insert({ ...counterKey(tableId), entity: "counter", n: lastNumber ?? batch.writes.length }),
  ];
  const shown = await showBatch(batch, caller);
  const answer = {
    fields: fields.map((field) => showField(field, caller.may)),
    views: builtViews.map(views.show),
    records: shown,
    total: shown.length,
  };
  refuseLargeAnswer(JSON.stringify(answer));
  return {
    tableId,
    own,
    fields,
    plan: plan && { ...plan, fields },
    defaultViewId: (builtViews[0] as ViewItem).id,
    changes,
    reading,
    batch,
    shown: answer,
    /** Throws the error of a commit: a taken shareId as a 400 with its path. */
    explain: views.refuseTakenShares((id) =>
      pathOf(["views", builtViews.findIndex((view) => view.id === id), "shareId"]),
    ),
  };
}

/** The fields, views and dependents before this request: a new table has none. */
const nothing = { fields: [], views: [], dependents: [] };

const buildViews = async (inputs: NewView[], tableId: TableId, fields: Field[], { userId, now }: Caller) => {
  const built: ViewItem[] = [];
  // one after another: the name and order of each depend on the views before it
  for (const input of inputs) {
    const passwordHash = await views.hashOf(input);
    built.push(views.buildView(input, { tableId, fields, views: built, maker: userId, now, passwordHash }));
  }
  return built;
};

/** The drafts of the request's records. If it has none, three empty records, or no records if a field must not be empty. */
async function readRecords(
  into: { table: Pick<TableItem, "baseId" | "spaceId">; fields: Field[] },
  { records = threeEmpty, fieldKeyType }: NewTable,
  caller: Caller,
  isCopy: boolean,
): Promise<Reading> {
  const inputs = toRecordInputs(records);
  const how = { inputs, fieldKeyType, typecast: false, mayCreate: !isCopy, keepsPeople: isCopy };
  const reading = await readDrafts(into, how, caller);
  const isAsked = records !== threeEmpty;
  if (isAsked || completeDrafts(reading.drafts, reading).issues.length === 0) return reading;
  return { ...reading, drafts: [] };
}

const threeEmpty: NewRecord[] = [{ fields: {} }, { fields: {} }, { fields: {} }];
