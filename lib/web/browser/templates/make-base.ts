/* Makes a base of a template: one call for the base, one for each table with its views and rows, and one for each field that comes later. */
import type {
  BaseTemplate,
  LaterField,
  TemplateCell,
  TemplateField,
  TemplateTable,
  TemplateView,
} from "./template.ts";

/** Calls the interface. Throws what it refuses. */
export type CallServer = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;

interface MadeField {
  id: string;
  name: string;
  options?: { symmetricFieldId?: string };
}
interface MadeTable {
  id: string;
  fields: MadeField[];
  records: { id: string; name: string }[];
}
type MadeTables = ReadonlyMap<string, MadeTable>;

interface Wanted {
  spaceId: string;
  name: string;
  /** From it the days of the template are counted. */
  today: Date;
}

/** The id of the new base. If anything is refused, the whole base goes to the trash, and the error is thrown. */
export async function makeBaseOf(
  template: BaseTemplate,
  { spaceId, name, today }: Wanted,
  call: CallServer,
): Promise<string> {
  const { id: baseId } = await call<{ id: string }>("POST", "/base", { spaceId, name, icon: template.icon });
  try {
    const made = new Map<string, MadeTable>();
    for (const table of template.tables)
      made.set(table.name, await call("POST", `/base/${baseId}/table`, tableBody(table, made, today)));
    for (const field of template.later)
      await call("POST", `/table/${tableOf(made, field.table).id}/field`, laterBody(field, made));
    return baseId;
  } catch (error) {
    // what refused the template says more than what keeps the rest of it
    await call("DELETE", `/base/${baseId}`).catch(() => {});
    throw error;
  }
}

function tableOf(made: MadeTables, name: string): MadeTable {
  const table = made.get(name);
  if (!table) throw new Error(`the template has no table ${name} before it`);
  return table;
}

function fieldOf({ fields }: MadeTable, name: string): MadeField {
  const field = fields.find((each) => each.name === name);
  if (!field) throw new Error(`the template has no field ${name}`);
  return field;
}

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Ids are chosen here, so that views and lookups of the same call name their fields. */
const newId = (): string =>
  `fld${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => letters[byte % letters.length]).join("")}`;

function tableBody({ name, icon, fields, views, rows }: TemplateTable, made: MadeTables, today: Date) {
  const ids = new Map(fields.map((field) => [field.name, newId()]));
  return {
    name,
    icon,
    fields: fields.map((field) => ({ id: ids.get(field.name), ...fieldBody(field, { fields, made, ids }) })),
    views: views.map((view) => viewBody(view, ids)),
    records: rows.map((row) => ({
      fields: Object.fromEntries(
        Object.entries(row).map(([field, cell]) => [
          field,
          cellOf(cell, fields.find((each) => each.name === field)?.link, made, today),
        ]),
      ),
    })),
  };
}

interface Among {
  fields: readonly TemplateField[];
  made: MadeTables;
  ids: ReadonlyMap<string, string>;
}

function fieldBody({ name, type, options, link, lookup }: TemplateField, { fields, made, ids }: Among) {
  if (link)
    return {
      ...{ name, type },
      options: { relationship: link.relationship, foreignTableId: tableOf(made, link.to).id },
    };
  if (!lookup) return { name, type, ...(options && { options }) };
  const to = fields.find((each) => each.name === lookup.through)?.link?.to ?? "";
  const table = tableOf(made, to);
  return {
    ...{ name, type, isLookup: true },
    ...(options && { options }),
    lookupOptions: {
      foreignTableId: table.id,
      linkFieldId: ids.get(lookup.through),
      lookupFieldId: fieldOf(table, lookup.of).id,
    },
  };
}

const viewBody = ({ type, name, options, shows = [] }: TemplateView, ids: ReadonlyMap<string, string>) => ({
  type,
  name,
  ...(options && {
    options: Object.fromEntries(Object.entries(options).map(([member, field]) => [member, ids.get(field)])),
  }),
  ...(shows.length > 0 && {
    columnMeta: Object.fromEntries(shows.map((field) => [field, { visible: true }])),
  }),
});

function cellOf(cell: TemplateCell, link: TemplateField["link"], made: MadeTables, today: Date): unknown {
  if (typeof cell !== "object") return cell;
  if ("days" in cell) return dayAfter(today, cell.days);
  if (!link) return cell;
  const { records } = tableOf(made, link.to);
  const linked = cell.map((name) => ({ id: records.find((each) => each.name === name)?.id }));
  return link.relationship === "manyOne" ? linked[0] : linked;
}

/** So many days after a day: `2026-02-01`. */
export function dayAfter(today: Date, days: number): string {
  const { year, month, date } = { year: today.getFullYear(), month: today.getMonth(), date: today.getDate() };
  return new Date(Date.UTC(year, month, date + days)).toISOString().slice(0, 10);
}

function laterBody({ name, type, expression, options, over }: LaterField, made: MadeTables) {
  const body = { name, type, options: { expression, ...options } };
  if (!over) return body;
  const table = tableOf(made, over.table);
  return {
    ...body,
    lookupOptions: {
      foreignTableId: table.id,
      linkFieldId: fieldOf(table, over.link).options?.symmetricFieldId,
      lookupFieldId: fieldOf(table, over.field).id,
    },
  };
}
