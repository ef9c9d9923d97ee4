/*
 * Makes the tables of an imported base. All ids follow from the old ones, so what is there already is passed over.
 *
 *   tables with their plain fields ──▶ links and computed fields, each after those that it needs ──▶ names, order, views, titles of links
 *
 * Which of its records a link may show is said at the end (finishLinks): links that were made before the rule stay.
 */

import { isLink, type LinkField } from "#lib/data/links/link-items";
import { counterKey } from "#lib/data/records/record-keys";
import { dependentKey, find, readSchema, type Schema, viewKey } from "#lib/data/schema/table-schema";
import * as tables from "#lib/data/schema/tables";
import { buildView } from "#lib/data/schema/views";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import { createField } from "#lib/data/tables/create-field";
import { createTable } from "#lib/data/tables/create-table";
import { checkView } from "#lib/engine/views/check-view";
import { AppError } from "#lib/schemas/basics/error";
import type { FieldId, ViewId } from "#lib/schemas/basics/ids";
import type { AddedField, NewField } from "#lib/schemas/tables/field";
import type { NewView } from "#lib/schemas/tables/view";
import { type Change, change, commit, commitIfAny, insert, remove, retryOnConflict } from "#lib/store/commit";
import { getItem, type Item } from "#lib/store/store";
import { type FileField, type FileTable, refuseFile } from "./backup-file.ts";
import { type ImportWork, knownIds, schemaPlace } from "./import-work.ts";
import { withNewIds } from "./new-ids.ts";

const allow = async () => true;

/** Makes all tables with their fields and views. Throws 400 that names the schema and what is wrong. */
export async function importSchema(work: ImportWork): Promise<void> {
  for (const table of work.file.tables) await naming(table, () => makeTable(work, table));
  await addFields(work);
  for (const table of work.file.tables)
    await naming(table, () => retryOnConflict(() => finishTable(work, table)));
}

async function naming<Result>(table: FileTable, work: () => Promise<Result>, what = ""): Promise<Result> {
  return work().catch((error: unknown) => {
    if (!(error instanceof AppError) || error.status >= 500 || error.message.includes(schemaPlace(table)))
      throw error;
    throw refuseFile(schemaPlace(table), `${what}${error.message}`);
  });
}

/** Fields as new ones with new ids. */
function makeMapper({ file, ids, people }: ImportWork) {
  const known = knownIds(file);
  const inSchema = (old: string) => (known.has(old) ? ids.of(old) : undefined);
  const inValue = (old: string) =>
    /^rec[0-9A-Za-z]{16}$/.test(old)
      ? ids.ofRecord(old)
      : /^usr[0-9A-Za-z]{16}$/.test(old)
        ? people.find({ id: old })
        : undefined;
  return <Value>(value: Value): Value => withNewIds(value, inSchema, inValue);
}

const fieldIdsIn = (value: unknown): string[] =>
  JSON.stringify(value ?? null).match(/fld[0-9A-Za-z]{16}/g) ?? [];
const isDeferred = (field: FileField) =>
  field.type === "link" || Boolean(field.lookupOptions) || field.type === "rollup";

/** Plain fields, and formulas that need only such fields. */
function plainFields({ fields }: FileTable): FileField[] {
  let plain = fields.filter((field) => !isDeferred(field) && !field.hasError);
  for (;;) {
    const own = new Set<string>(plain.map(({ id }) => id));
    const next = plain.filter(
      ({ type, options }) => type !== "formula" || fieldIdsIn(options).every((id) => own.has(id)),
    );
    if (next.length === plain.length)
      return plain.toSorted((a, b) => Number(b.isPrimary ?? 0) - Number(a.isPrimary ?? 0));
    plain = next;
  }
}

function inputOf(
  { id, isPrimary: _, hasError: __, order: ___, ...field }: FileField,
  work: ImportWork,
): NewField {
  const { type, options } = makeMapper(work)({ type: field.type, options: field.options });
  const lookupOptions = makeMapper(work)(field.lookupOptions);
  return {
    ...field,
    ...{ id: work.ids.of(id), type },
    ...(options !== undefined && { options }),
    ...(lookupOptions && { lookupOptions }),
    ...(field.aiConfig && { aiConfig: makeMapper(work)(field.aiConfig) }),
  };
}

const standInOf = (table: FileTable, { ids }: ImportWork) => ids.of(`fld${table.id.slice(3)}`) as FieldId;

async function makeTable(work: ImportWork, table: FileTable): Promise<void> {
  const { ids, caller, base } = work;
  const tableId = ids.of(table.id);
  if (await find(tableId)) return;
  const plain = plainFields(table);
  const fields = plain.map((field) => inputOf(field, work));
  // the primary field needs others: this one stands in until it is made
  if (!plain[0]?.isPrimary) fields.unshift({ type: "singleLineText", name: "…", id: standInOf(table, work) });
  const { name, dbTableName, description, icon, order } = table;
  const input = {
    ...{ name, dbTableName, order, fields, views: [], records: [], fieldKeyType: "id" as const },
    ...(description && { description }),
    ...(icon && { icon }),
  };
  const latest = (await getItem<BaseItem>(baseKey(base.id))) ?? base;
  const others = await tables.list(base.id);
  await createTable(latest, others, input, caller, {
    allow,
    besides: () => [],
    copied: { broken: new Set() },
    tableId,
  });
}

/** The links and computed fields, each when all that it needs is there. What needs something that is not in the file is left out. */
async function addFields(work: ImportWork): Promise<void> {
  const { file, ids, count } = work;
  const known = new Set(file.tables.flatMap((table) => table.fields.map(({ id }) => keyOf(table.id, id))));
  const made = new Set<string>();
  for (const table of file.tables) {
    const there = new Set<string>((await readSchema(ids.of(table.id))).fields.map(({ id }) => id));
    for (const { id } of table.fields) if (there.has(ids.of(id))) made.add(keyOf(table.id, id));
  }
  const missing = new Set<string>();
  let waiting = file.tables.flatMap((table) =>
    table.fields.filter(({ id }) => !made.has(keyOf(table.id, id))).map((field) => ({ table, field })),
  );
  while (waiting.length > 0) {
    const left: typeof waiting = [];
    for (const one of waiting) {
      const own = keyOf(one.table.id, one.field.id);
      if (made.has(own)) continue;
      const needed = neededBy(one);
      if (needed.some((key) => !known.has(key) || missing.has(key))) {
        missing.add(own);
        count("leftOutFields");
      } else if (needed.every((key) => made.has(key))) await addField(work, one, { made, missing });
      else left.push(one);
    }
    if (left.length === waiting.length) {
      const { table, field } = left[0] as (typeof left)[number];
      throw refuseFile(schemaPlace(table), `the field ${field.name} needs itself`);
    }
    waiting = left;
  }
}

/** A field of the file. Ids of fields are unique in their table only. */
const keyOf = (tableId: string, fieldId: string): string => `${tableId} ${fieldId}`;

interface FieldOfFile {
  table: FileTable;
  field: FileField;
}

/** What must be there before a field: of its own table what its formula uses or its link field, of the other table what it looks up. */
function neededBy({ table, field }: FieldOfFile): string[] {
  if (isTrueLink(field)) return [];
  const { lookupOptions } = field;
  const own = fieldIdsIn([lookupOptions ? lookupOptions.linkFieldId : field.options]);
  const looked = lookupOptions ? fieldIdsIn([lookupOptions.lookupFieldId, lookupOptions.filter]) : [];
  return [
    ...own.map((id) => keyOf(table.id, id)),
    ...looked.map((id) => keyOf(lookupOptions?.foreignTableId ?? "", id)),
  ];
}

async function addField(
  work: ImportWork,
  { table, field }: FieldOfFile,
  { made, missing }: { made: Set<string>; missing: Set<string> },
): Promise<void> {
  const { ids, caller, count } = work;
  const schema = await readSchema(ids.of(table.id));
  const { input, symmetricId } = isTrueLink(field)
    ? linkInput(field, table, work)
    : { input: inputOf(field, work), symmetricId: undefined };
  try {
    await naming(
      table,
      () => createField(schema, input as AddedField, { ...caller }, allow, undefined, symmetricId),
      `the field ${field.name}: `,
    );
    made.add(keyOf(table.id, field.id));
    const { foreignTableId = "", symmetricFieldId } = (field.options ?? {}) as Record<string, string>;
    if (symmetricId && symmetricFieldId) made.add(keyOf(foreignTableId, symmetricFieldId));
  } catch (error) {
    if (!field.hasError || !(error instanceof AppError) || error.status >= 500) throw error;
    missing.add(keyOf(table.id, field.id));
    count("leftOutFields");
  }
}

const isTrueLink = (field: FileField) => field.type === "link" && !field.lookupOptions;

/** With the members that decide where links are stored; the others follow. A link to a table that the file does not have becomes text. */
function linkInput(field: FileField, table: FileTable, work: ImportWork) {
  const options = (field.options ?? {}) as Record<string, unknown>;
  const { id, name, dbFieldName, description, notNull } = field;
  const head = {
    id: work.ids.of(id),
    name,
    ...(dbFieldName && { dbFieldName }),
    ...(description && { description }),
  };
  const foreign = work.file.tables.find((each) => each.id === options["foreignTableId"]);
  if (!foreign) {
    work.count("linksTurnedText");
    return { input: { ...head, type: "longText" }, symmetricId: undefined };
  }
  const other = foreign.fields.find((each) => each.id === options["symmetricFieldId"]);
  const back = (other?.options ?? {}) as Record<string, unknown>;
  if (other && (back["symmetricFieldId"] !== id || back["foreignTableId"] !== table.id))
    throw refuseFile(
      schemaPlace(table),
      `the field ${name} and the other side of its links name different fields`,
    );
  const input = {
    ...{ ...head, type: "link" },
    ...(notNull && { notNull }),
    options: {
      relationship: options["relationship"],
      foreignTableId: work.ids.of(foreign.id),
      isOneWay: !other,
    },
  };
  return { input, symmetricId: other ? work.ids.of(other.id) : undefined };
}

/** The order, names and primary field of the fields, the views, and what else could not be said before all fields were there. */
async function finishTable(work: ImportWork, table: FileTable): Promise<void> {
  const { ids } = work;
  const schema = await readSchema(ids.of(table.id));
  const { fields, changes, touched } = await fieldChanges(schema, table, work);
  const views = await buildViews({ ...schema, fields }, table, work);
  const wanted = table.defaultViewId && ids.of(table.defaultViewId);
  const defaultViewId =
    views.find(({ id }) => id === wanted)?.id ?? views[0]?.id ?? schema.table.defaultViewId;
  const known = new Set<string>(schema.views.map(({ id }) => id));
  const counter = await getItem<Item & { n: number }>(counterKey(schema.table.id));
  const copy = await getItem(tables.copyKey(schema.table.baseId, schema.table.id));
  const others = [...touched].filter((id) => id !== schema.table.id);
  const otherTables = await Promise.all(others.map((id) => find(id)));
  await commit([
    ...changes,
    ...views.filter(({ id }) => !known.has(id)).map(insert),
    ...schema.views.filter(({ id }) => views.length > 0 && !views.some((view) => view.id === id)).map(remove),
    ...(counter && counter.n < table.lastNumber ? [change(counter, { n: table.lastNumber })] : []),
    ...(copy ? [change(copy, { defaultViewId })] : []),
    change(schema.table, { defaultViewId, schemaVersion: schema.table.schemaVersion + 1 }),
    ...otherTables.flatMap((other) =>
      other ? [change(other, { schemaVersion: other.schemaVersion + 1 })] : [],
    ),
  ]);
}

async function fieldChanges(schema: Schema, table: FileTable, work: ImportWork) {
  const { ids } = work;
  const changes: Change[] = [];
  const touched = new Set<Schema["table"]["id"]>();
  const position = new Map(table.fields.map(({ id }, i) => [ids.of(id), i]));
  const hasPrimary = table.fields.some(
    ({ id, isPrimary }) => isPrimary && schema.fields.some((field) => field.id === ids.of(id)),
  );
  const fields: Schema["fields"] = [];
  for (const field of schema.fields) {
    const sent = table.fields.find(({ id }) => ids.of(id) === field.id);
    if (!sent) {
      if (field.id === standInOf(table, work) && !hasPrimary) fields.push(field);
      else changes.push(remove(field));
      continue;
    }
    const { isPrimary: _, ...rest } = field;
    const options = isLink(field) ? await titleOptions(field, sent, work) : field.options;
    const next = {
      ...rest,
      ...{ name: sent.name, position: position.get(field.id) ?? 0, options },
      ...(sent.dbFieldName && { dbFieldName: sent.dbFieldName }),
      ...(sent.description && { description: sent.description }),
      ...(sent.isPrimary && { isPrimary: true as const }),
    };
    fields.push(next as typeof field);
    // connected lookups hold what is not stored
    const stored = await getItem({ pk: field.pk, sk: field.sk });
    if (!stored) continue;
    changes.push(
      change(stored, {
        ...{ name: next.name, position: next.position },
        ...(isLink(field) && { options }),
        ...(sent.dbFieldName && { dbFieldName: sent.dbFieldName }),
        ...(sent.description && { description: sent.description }),
        isPrimary: sent.isPrimary ? true : undefined,
      }),
    );
    if (isLink(field)) {
      changes.push(...(await dependentChanges(field, options as LinkField["options"])));
      touched.add(field.options.foreignTableId);
    }
  }
  return { fields: fields.sort((a, b) => a.position - b.position), changes, touched };
}

const dependentChanges = async (field: LinkField, options: LinkField["options"]): Promise<Change[]> => {
  const dependent = await getItem(dependentKey(field.options.foreignTableId, field.id));
  return dependent ? [change(dependent, { options })] : [];
};

/** With the field that gives the titles, and the fields that a dialog shows. */
async function titleOptions(
  field: LinkField,
  sent: FileField,
  work: ImportWork,
): Promise<LinkField["options"]> {
  const { lookupFieldId, visibleFieldIds } = (sent.options ?? {}) as {
    lookupFieldId?: FieldId;
    visibleFieldIds?: FieldId[];
  };
  const foreign = await readSchema(field.options.foreignTableId);
  const there = new Set<string>(foreign.fields.map(({ id }) => id));
  const title = lookupFieldId && work.ids.of(lookupFieldId);
  const primary = work.file.tables
    .find(({ id }) => work.ids.of(id) === field.options.foreignTableId)
    ?.fields.find(({ isPrimary }) => isPrimary);
  const titleId = title && there.has(title) ? title : primary && work.ids.of(primary.id);
  return {
    ...field.options,
    ...(titleId && there.has(titleId) && { lookupFieldId: titleId }),
    ...(Array.isArray(visibleFieldIds) && {
      visibleFieldIds: visibleFieldIds.map((id) => work.ids.of(id)).filter((id) => there.has(id)),
    }),
  };
}

async function buildViews({ table: { id: tableId }, fields }: Schema, table: FileTable, work: ImportWork) {
  const map = makeMapper(work);
  const there = new Set<string>(fields.map(({ id }) => id));
  const built: ReturnType<typeof buildView>[] = [];
  for (const { id, ...sent } of table.views) {
    if (sent.type === "plugin") {
      work.count("leftOutViews");
      continue;
    }
    const input = map(sent as NewView);
    const columnMeta = Object.fromEntries(
      Object.entries(input.columnMeta ?? {}).filter(([key]) => there.has(key)),
    ) as NonNullable<NewView["columnMeta"]>;
    const issues = checkView({ ...input, columnMeta }, fields);
    const isComplete = table.fields.every((field) => there.has(work.ids.of(field.id)));
    if (issues[0] && isComplete)
      throw refuseFile(schemaPlace(table), `the view ${input.name}: ${issues[0].path}: ${issues[0].message}`);
    const wrong = new Set(issues.map(({ path }) => path.split(/[.[]/, 1)[0]));
    const fitting = Object.fromEntries(
      Object.entries({ ...input, columnMeta }).filter(([member]) => !wrong.has(member)),
    ) as NewView;
    const { userId: maker, now } = work.caller;
    const view = buildView(
      { ...fitting, shareId: undefined, enableShare: undefined, shareMeta: undefined },
      { tableId, fields, views: built, maker, now, passwordHash: undefined },
    );
    const newId = work.ids.of(id) as ViewId;
    built.push({ ...view, ...viewKey(tableId, newId), id: newId });
  }
  return built;
}

/** Says which records the links may show. */
export async function finishLinks(work: ImportWork): Promise<void> {
  for (const table of work.file.tables) await retryOnConflict(() => finishLinksOf(table, work));
}

async function finishLinksOf(table: FileTable, work: ImportWork): Promise<void> {
  const map = makeMapper(work);
  const { table: own, fields } = await readSchema(work.ids.of(table.id));
  const changes: Change[] = [];
  for (const field of fields) {
    if (!isLink(field)) continue;
    const sent = table.fields.find(({ id }) => work.ids.of(id) === field.id);
    const { filterByViewId, filter } = map(
      (sent?.options ?? {}) as Pick<LinkField["options"], "filter" | "filterByViewId">,
    );
    const isView = filterByViewId && (await getItem(viewKey(field.options.foreignTableId, filterByViewId)));
    if (!isView && !filter) continue;
    const options = {
      ...field.options,
      ...(isView && { filterByViewId }),
      ...(filter && { filter }),
    };
    const stored = await getItem({ pk: field.pk, sk: field.sk });
    if (stored) changes.push(change(stored, { options }), ...(await dependentChanges(field, options)));
    const other =
      field.options.foreignTableId === own.id ? undefined : await find(field.options.foreignTableId);
    if (other) await commitIfAny([change(other, { schemaVersion: other.schemaVersion + 1 })]);
  }
  if (changes.length > 0) {
    const latest = await find(own.id);
    await commit([
      ...changes,
      ...(latest ? [change(latest, { schemaVersion: latest.schemaVersion + 1 })] : []),
    ]);
  }
}
