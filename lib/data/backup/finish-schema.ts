/* Sets the members of imported tables that need all fields, and later those that need all records. */

import { isLink, type LinkField } from "#lib/data/links/link-items";
import { addEmptyBuckets } from "#lib/data/records/empty-buckets";
import { type CounterItem, counterKey } from "#lib/data/records/record-keys";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { dependentKey, findMany, readSchema, type Schema, viewKey } from "#lib/data/schema/table-schema";
import * as tables from "#lib/data/schema/tables";
import { buildView } from "#lib/data/schema/views";
import { readAiConfig } from "#lib/engine/fields/ai-config";
import { type AiConfig, aiWithoutFields } from "#lib/engine/fields/ai-fields";
import { typeOf } from "#lib/engine/fields/field";
import { checkView } from "#lib/engine/views/check-view";
import type { Issue } from "#lib/schemas/basics/error";
import type { FieldId, ViewId } from "#lib/schemas/basics/ids";
import type { NewView } from "#lib/schemas/tables/view-changes";
import { type Change, change, commit, insert, remove, retryOnConflict } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { type FileField, type FileTable, refuseFile } from "./backup-file.ts";
import { standInOf } from "./import-fields.ts";
import { type ImportWork, makeMapper, schemaPlace } from "./import-work.ts";
import { mostUnused } from "./record-lines.ts";

/** Sets the order, names and primary field, the views, and everything else that needs all fields. */
export async function finishTable(work: ImportWork, table: FileTable): Promise<void> {
  const { ids } = work;
  const schema = await readSchema(ids.of(table.id));
  const { fields, changes, touched } = await fieldChanges(schema, table, work);
  const views = await buildViews({ ...schema, fields }, table, work);
  const wanted = table.defaultViewId && ids.of(table.defaultViewId);
  const defaultViewId =
    views.find(({ id }) => id === wanted)?.id ?? views[0]?.id ?? schema.table.defaultViewId;
  const known = new Set<string>(schema.views.map(({ id }) => id));
  const counter = await getItem<CounterItem>(counterKey(schema.table.id));
  const n = Math.min(table.lastNumber, mostUnused);
  const copy = await getItem(tables.copyKey(schema.table.baseId, schema.table.id));
  const others = await findMany([...touched].filter((id) => id !== schema.table.id));
  const all = [
    ...changes,
    ...views.filter(({ id }) => !known.has(id)).map(insert),
    ...schema.views.filter(({ id }) => views.length > 0 && !views.some((view) => view.id === id)).map(remove),
    // only the records prove a higher number (import-records.ts)
    ...(counter && counter.n < n
      ? [change(counter, { n, empty: addEmptyBuckets([], 0, { numbers: [], n }) })]
      : []),
    ...(copy ? [change(copy, { defaultViewId })] : []),
    change(schema.table, { defaultViewId }),
  ];
  await commit(raiseVersions(all, [schema.table, ...others]));
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
    const aiConfig = aiConfigOf(schema, field, table, work);
    const options = isLink(field) ? await titleOptions(field, sent, work) : field.options;
    const next = {
      ...rest,
      ...{ name: sent.name, position: position.get(field.id) ?? 0, options },
      ...(sent.dbFieldName && { dbFieldName: sent.dbFieldName }),
      ...(sent.description && { description: sent.description }),
      ...(sent.isPrimary && { isPrimary: true as const }),
    };
    fields.push(next as typeof field);
    // read again, because connected lookups have members that are not stored
    const stored = await getItem({ pk: field.pk, sk: field.sk });
    if (!stored) continue;
    changes.push(
      change(stored, {
        ...{ name: next.name, position: next.position },
        ...(isLink(field) && { options }),
        ...(sent.dbFieldName && { dbFieldName: sent.dbFieldName }),
        ...(sent.description && { description: sent.description }),
        ...(aiConfig && { aiConfig }),
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

/** The aiConfig without fields that the file does not have. Throws 400 for an impossible one. */
function aiConfigOf(
  { fields }: Schema,
  field: Schema["fields"][number],
  table: FileTable,
  work: ImportWork,
): AiConfig | undefined {
  const sent = table.fields.find(({ id }) => work.ids.of(id) === field.id);
  if (!sent?.aiConfig) return undefined;
  const fieldIds = new Set<string>(fields.map(({ id }) => id));
  const issues: Issue[] = [];
  const how = { at: ["aiConfig"], fieldIds, issues };
  const config = readAiConfig(makeMapper(work)(sent.aiConfig), typeOf(field), { ...how, isOpen: true });
  if (issues[0])
    throw refuseFile(schemaPlace(table), `the field ${sent.name}: ${issues[0].path}: ${issues[0].message}`);
  return config && aiWithoutFields(config, (id) => !fieldIds.has(id));
}

const dependentChanges = async (field: LinkField, options: LinkField["options"]): Promise<Change[]> => {
  const dependent = await getItem(dependentKey(field.options.foreignTableId, field.id));
  return dependent ? [change(dependent, { options })] : [];
};

/** The options with the field that gives the titles, and the fields that a dialog shows. */
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
    const { options: _, ...view } = buildView(
      { ...fitting, shareId: undefined, enableShare: undefined, shareMeta: undefined },
      { tableId, fields, views: built, maker, now, passwordHash: undefined },
    );
    const newId = work.ids.of(id) as ViewId;
    // without the defaults of new views: ids in them may belong to other fields now
    const { options } = fitting;
    built.push({ ...view, ...(options && { options }), ...viewKey(tableId, newId), id: newId });
  }
  return built;
}

/** Sets which records the links may show. */
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
  }
  const shown = fields.flatMap((field) => (isLink(field) ? [field.options.foreignTableId] : []));
  if (changes.length > 0)
    await commit(raiseVersions(changes, await findMany([...new Set([own.id, ...shown])])));
}
