/*
 * Making a table is one act: fields, views, records, or nothing at all. One commit, its plan
 *
 *   base as it was read, + 1 · table · copy in the base's list · fields · views · counter · records · guards · files
 */

import type { Caller } from "#lib/data/identity/caller";
import { withPlugins } from "#lib/data/plugins/plugin-views";
import { claimFiles } from "#lib/data/records/cell-files";
import { findMentions } from "#lib/data/records/mention-events";
import { cellContext, findPeopleNamed } from "#lib/data/records/people";
import { counterKey } from "#lib/data/records/record-keys";
import * as records from "#lib/data/records/records";
import { show as showField } from "#lib/data/schema/fields";
import { fieldKey, type TableItem, tableKey, type ViewItem } from "#lib/data/schema/table-schema";
import { copyKey, head, list } from "#lib/data/schema/tables";
import * as views from "#lib/data/schema/views";
import { type BaseItem, find as findBase } from "#lib/data/spaces/bases";
import { localizationOf } from "#lib/engine/cells/constraints";
import { type Prepared, prepareNew } from "#lib/engine/cells/new-records";
import { makePresenter } from "#lib/engine/cells/present";
import type { Field } from "#lib/engine/fields/field";
import { defaultFields, makeFields } from "#lib/engine/fields/new-fields";
import { dbName } from "#lib/engine/values/db-name";
import { uniqueName } from "#lib/engine/values/names";
import { checkView } from "#lib/engine/views/view";
import { refuseLargeAnswer, takeFitting } from "#lib/schemas/basics/answer-size";
import { type Issue, invalid, notFound, pathOf, unknownInside } from "#lib/schemas/basics/error";
import { newTableId, type TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { NewRecord } from "#lib/schemas/records/record";
import type { NewTable, Table } from "#lib/schemas/tables/table";
import type { NewView } from "#lib/schemas/tables/view";
import { type Change, change, commit, insert, retryOnConflict } from "#lib/store/commit";
import { type AnswerChanges, keepAnswer } from "#lib/store/idempotency-records";

const defaultViews: NewView[] = [{ type: "grid", name: "Grid view" }];

/**
 * Makes a table in a base; `tables` are those of the base, read after it. Twins of one name: the later becomes "… 2". `besides` is what
 * is written with it, the mark of the request among it.
 */
export async function createTable(
  base: BaseItem,
  tables: TableItem[],
  input: NewTable,
  caller: Caller,
  besides: AnswerChanges<Table> = (answer) =>
    keepAnswer(caller, answer, [answer.id, ...answer.records.map(({ id }) => id)]),
): Promise<Table> {
  const content = await prepare(base, input, caller);
  let first = true;
  return retryOnConflict(async () => {
    // the list is read after the base, so that whoever changes it meanwhile is noticed by the base's version
    const latest = first ? base : await findBase(base.id);
    if (!latest) throw notFound("base", base.id);
    const others = first ? tables : await list(base.id);
    const taken = await content.takeFiles(first);
    first = false;

    const table = await tableOf(latest, others, input, content, caller);
    const { entity: _, ...copy } = table;
    const place = [insert(table), insert({ ...copy, ...copyKey(base.id, table.id), entity: "tableCopy" })];
    const answer = { ...head(table), ...content.shown };
    const changes = [change(latest, {}), ...place, ...content.changes, ...taken, ...besides(answer)];
    await commit(changes).catch(content.explain);
    return answer;
  });
}

/** The table itself, with a place among the others of its base. */
async function tableOf(
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
    throw invalid([
      { path: "dbTableName", message: `${input.dbTableName} is taken by another table of this base` },
    ]);

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

type Content = Awaited<ReturnType<typeof prepare>>;

/** What goes into the table, checked, and what it adds to the commit; nothing here depends on the base's other tables. */
async function prepare(base: BaseItem, input: NewTable, caller: Caller) {
  const tableId = newTableId();
  const fieldInputs = input.fields.length > 0 ? input.fields : defaultFields;
  const viewInputs = input.views.length > 0 ? input.views : defaultViews;

  const { fields, issues } = await makeFields(fieldInputs, (i) => ["fields", i]);
  // views and records can only be checked against fields that are right
  if (issues.length > 0) throw invalid(issues);
  const viewIssues = [
    ...viewInputs.flatMap((view, i) => checkView(view, fields, ["views", i])),
    ...repeatedShares(viewInputs),
    ...manyPasswords(viewInputs),
  ];

  const { made, present, prepared, takeFiles } = await prepareRecords(tableId, base, fields, input, caller);
  const found = [...viewIssues, ...prepared.issues];
  if (found.length > 0) throw invalid(found, prepared.broken && localizationOf(prepared.broken, input.name));
  if (prepared.unknown.length > 0) throw unknownInside(prepared.unknown);

  const installed = await withPlugins(viewInputs, caller.userId, (i) => ["views", i]);
  const builtViews = await buildViews(installed, tableId, fields, caller);
  const changes: Change[] = [
    ...fields.map((field, position) =>
      insert({ ...fieldKey(tableId, field.id), entity: "field", position, ...field }),
    ),
    ...builtViews.flatMap(views.createChanges),
    insert({ ...counterKey(tableId), entity: "counter", n: made.length }),
    ...records.createChanges(tableId, made, fields),
    ...findMentions(
      { id: tableId },
      fields,
      made.map(({ id, cells: after }) => ({ id, after })),
      caller,
    ),
  ];
  const shown = takeFitting(made, present);
  const answer = {
    fields: fields.map((field) => showField(field, caller.may)),
    views: builtViews.map(views.show),
    records: shown,
    total: shown.length,
  };
  refuseLargeAnswer(JSON.stringify(answer));
  return {
    tableId,
    defaultViewId: (builtViews[0] as ViewItem).id,
    changes,
    takeFiles,
    shown: answer,
    /** What a refused commit means for the request. */
    explain: views.refuseTakenShares((id) =>
      pathOf(["views", builtViews.findIndex((view) => view.id === id), "shareId"]),
    ),
  };
}

/** Two views of one request cannot have one address. */
const repeatedShares = (inputs: NewView[]): Issue[] =>
  inputs.flatMap(({ shareId }, i) =>
    shareId && inputs.findIndex((other) => other.shareId === shareId) < i
      ? [{ path: pathOf(["views", i, "shareId"]), message: "another view of this request has this shareId" }]
      : [],
  );

/** A password is slow to hash, for whoever guesses it and for us. */
const manyPasswords = (inputs: NewView[]): Issue[] =>
  [...inputs.entries()]
    .filter(([, { shareMeta }]) => shareMeta?.password)
    .slice(limits.sharePasswordsPerCall)
    .map(([i]) => ({
      path: pathOf(["views", i, "shareMeta", "password"]),
      message: `is one of more than ${limits.sharePasswordsPerCall} passwords in one request`,
    }));

const buildViews = async (inputs: NewView[], tableId: TableId, fields: Field[], { userId, now }: Caller) => {
  const built: ViewItem[] = [];
  // one after another: each keeps its name and order apart from those before
  for (const input of inputs) {
    const passwordHash = await views.hashOf(input);
    built.push(views.buildView(input, { tableId, fields, views: built, maker: userId, now, passwordHash }));
  }
  return built;
};

async function prepareRecords(
  tableId: TableId,
  base: BaseItem,
  fields: Field[],
  input: NewTable,
  caller: Caller,
) {
  const { fieldKeyType } = input;
  const given = input.records ?? threeEmpty;
  const values = given.map((record) => record.fields);
  const place = { baseId: base.id, spaceId: base.spaceId };
  const naming = { fields, records: values, fieldKeyType };
  const lookUp = () => claimFiles(naming, base.id, caller);
  const [people, found] = await Promise.all([
    findPeopleNamed({ ...naming, typecast: false, me: caller.userId }, place),
    lookUp(),
  ]);
  const context = cellContext(caller, people, found.files);

  const checked = prepareNew(given, { fields, fieldKeyType, typecast: false, context });
  // nobody asked for the three empty records, so what would be wrong with them means none
  const prepared = !input.records && checked.issues.length > 0 ? nothing : checked;
  const made = prepared.cells.map((cells, i) =>
    records.buildRecord(tableId, i + 1, cells, caller.userId, caller.now),
  );
  const present = makePresenter({ fields, fieldKeyType, cellFormat: "json", context, may: caller.may });
  /** As they are by now, if somebody else has put one into a record meanwhile. */
  const takeFiles = async (isFirst: boolean) =>
    (isFirst ? found : await lookUp()).taking(prepared.cells, { tableId, ...place });
  return { prepared, made, present, takeFiles };
}

const threeEmpty: NewRecord[] = [{ fields: {} }, { fields: {} }, { fields: {} }];
const nothing: Prepared = { cells: [], unknown: [], issues: [], broken: undefined };
