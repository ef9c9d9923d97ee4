/*
 * Connects lookups and rollups with the fields that they look up in other tables. This is done each time a schema is read, so that every
 * change there counts at once. Imported only for tables with lookups or rollups.
 *
 *   own table ── link field ──▶ other table ── looked-up field: may be a lookup or formula itself ──▶ …
 *
 * One read for each other table; the fields of tables that are known come from memory. A field has `hasError` while its link field, the
 * other table or its looked-up field does not exist.
 */

import { loadCellCode } from "#lib/engine/cells/connect-fields";
import type { LinkOptions } from "#lib/engine/field-types/link";
import { checkedOptions } from "#lib/engine/fields/checked-options";
import { connection, type Field, type LookupOptions, type StoredFormula } from "#lib/engine/fields/field";
import { bindFormulas, rollupInput } from "#lib/engine/fields/formula-inputs";
import { kindName, kindOf } from "#lib/engine/fields/formula-kinds";
import { shapeOf } from "#lib/engine/fields/lookup-shapes";
import type { LookupSource } from "#lib/engine/fields/lookups";
import { compileTable } from "#lib/engine/fields/table-formulas";
import { isApplicable } from "#lib/engine/query/check-filter";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { type Filter, itemsOf } from "#lib/schemas/tables/filter";

/** Gives the stored fields of a table; undefined if it does not exist. */
export type ReadFields = (id: TableId) => Promise<readonly Field[] | undefined>;

/** For each table, the records whose former cells links may still carry. */
export type StaleIn = ReadonlyMap<TableId, ReadonlySet<RecordId> | undefined>;

interface Connected<Each> {
  /** The connected fields, in the same order. */
  fields: Each[];
  /** The circles: lookups and links that depend on themselves, each with the fields on the way. */
  circles: Field[][];
}

interface HowToConnect {
  stale?: StaleIn | undefined;
  /** Whether to find circles through titles too: then the tables to which links lead are read. */
  followsTitles?: boolean;
}

/** Connects all lookups and rollups of a table. Their `type` and `options` become those that answers show. */
export async function connectLookups<Each extends Field>(
  tableId: TableId,
  fields: readonly Each[],
  read: ReadFields,
  how: HowToConnect = {},
): Promise<Connected<Each>> {
  const connecting = new Connecting(read, how, tableId, fields);
  await connecting.connect(
    tableId,
    fields.map(({ id }) => id),
  );
  const connected = (await connecting.fieldsOf(tableId)) as Each[];
  await loadCellCode(connected);
  return { fields: connected, circles: connecting.circles };
}

class Connecting {
  readonly circles: Field[][] = [];
  readonly #read: ReadFields;
  readonly #stale: StaleIn;
  readonly #followsTitles: boolean;
  readonly #tables = new Map<TableId, Field[] | undefined>();
  /** The lookups and links that are being connected: each led to the next one. */
  readonly #trail: Field[] = [];
  readonly #connected = new Set<string>();

  constructor(
    read: ReadFields,
    { stale = new Map(), followsTitles = false }: HowToConnect,
    tableId: TableId,
    fields: readonly Field[],
  ) {
    this.#read = read;
    this.#stale = stale;
    this.#followsTitles = followsTitles;
    this.#tables.set(tableId, fields.map(copyOf));
  }

  /** The fields of a table, connected as far as `connect` has done so. */
  async fieldsOf(tableId: TableId): Promise<Field[] | undefined> {
    if (!this.#tables.has(tableId)) this.#tables.set(tableId, (await this.#read(tableId))?.map(copyOf));
    return this.#tables.get(tableId);
  }

  /** Connects these fields of a table and all fields that their formulas use; one after another, so that a circle is noticed. */
  async connect(tableId: TableId, ids: readonly string[]): Promise<void> {
    const fields = (await this.fieldsOf(tableId)) ?? [];
    const needed = closureOf(ids, fields);
    const byId = new Map<string, Field>(fields.map((field) => [field.id, field]));
    for (const [i, field] of fields.entries()) {
      if (!needed.has(field.id) || this.#connected.has(field.id) || !this.#isMadeElsewhere(field)) continue;
      const way = wayTo(field.id, needed).flatMap((id) => byId.get(id) ?? []);
      if (this.#trail.includes(field)) {
        this.circles.push([...this.#trail, ...way].slice(this.#trail.indexOf(field)));
        continue;
      }
      const before = this.#trail.length;
      this.#trail.push(...way, field);
      if (field.lookupOptions) fields[i] = await this.#connectOne(field, field.lookupOptions, fields);
      else await this.#connectTitles(field);
      this.#trail.length = before;
      this.#connected.add(field.id);
    }
    bindFormulas(fields);
    if (!fields.some((field) => needed.has(field.id) && isStale(field, fields))) return;
    // a looked-up field has another type than when these formulas were saved
    const compiled = await compileTable(fields);
    fields.splice(0, fields.length, ...compiled.fields);
    bindFormulas(fields);
  }

  /** Whether its cells show something from another table. */
  #isMadeElsewhere(field: Field): boolean {
    return field.lookupOptions !== undefined || (this.#followsTitles && field.type === "link");
  }

  /** Connects the field that gives the titles of a link field. */
  async #connectTitles({ options }: Field): Promise<void> {
    const { foreignTableId, lookupFieldId } = options as LinkOptions;
    await this.connect(foreignTableId, [lookupFieldId]);
  }

  async #connectOne(field: Field, options: LookupOptions, own: readonly Field[]): Promise<Field> {
    const link = own.find(({ id }) => id === options.linkFieldId);
    if (!isLinkTo(link, options)) return { ...field, hasError: true };
    const source = await this.#findSource(options, link);
    if (!source) return { ...field, hasError: true, [connection]: { link } };
    const shape = shapeOf(source);
    const connected = { ...field, [connection]: { link, source, type: shape.type } };
    return field.isLookup ? asLookup(connected, source, shape) : asRollup(connected, source, shape);
  }

  async #findSource(
    { foreignTableId, lookupFieldId, filter }: LookupOptions,
    link: LookupSource["link"],
  ): Promise<LookupSource | undefined> {
    const named = [lookupFieldId, ...(filter ? itemsOf(filter).map(({ fieldId }) => fieldId) : [])];
    await this.connect(foreignTableId, named);
    const fields = (await this.fieldsOf(foreignTableId)) ?? [];
    const found = named.map((name) => fields.find(({ id }) => id === name));
    const [field] = found;
    // a lookup whose filter lacks a field would show records that it must leave out
    if (!field || !found.every((each) => each && this.#isWhole(each))) return undefined;
    if (filter && !fitsFields(filter, fields)) return undefined;
    await loadCellCode(fields);
    return { link, field, fields, stale: this.#stale.get(foreignTableId) };
  }

  #isWhole({ id, hasError, lookupOptions }: Field): boolean {
    return !hasError && (!lookupOptions || this.#connected.has(id));
  }
}

const isLinkTo = (link: Field | undefined, { foreignTableId }: LookupOptions): link is LookupSource["link"] =>
  link?.type === "link" && !link.isLookup && (link.options as LinkOptions).foreignTableId === foreignTableId;

/** Whether each item of a filter fits its field: one that does not would be ignored, and let all records through. */
const fitsFields = (filter: Filter, fields: readonly Field[]): boolean =>
  itemsOf(filter).every((item) => {
    const field = fields.find(({ id }) => id === item.fieldId);
    return field !== undefined && isApplicable(item, field);
  });

/** A copy, because other calls may connect the field otherwise. */
function copyOf(field: Field): Field {
  const { [connection]: _, ...bare } = field;
  if (!field.lookupOptions) return field.formula ? bare : field;
  const { hasError: __, formula: ___, ...rest } = bare;
  return rest;
}

/** The ids of these fields and of all fields that their formulas use, each with the formula that uses it; none for these fields themselves. */
function closureOf(
  ids: readonly string[],
  fields: readonly Field[],
): ReadonlyMap<string, string | undefined> {
  const byId = new Map<string, Field>(fields.map((field) => [field.id, field]));
  const all = new Map<string, string | undefined>(ids.map((id) => [id, undefined]));
  const left = [...ids];
  for (let id = left.pop(); id !== undefined; id = left.pop())
    for (const used of byId.get(id)?.formula?.uses ?? []) {
      if (all.has(used)) continue;
      all.set(used, id);
      left.push(used);
    }
  return all;
}

/** The formulas that lead to a field, the first one first. */
function wayTo(id: string, found: ReadonlyMap<string, string | undefined>): string[] {
  const way: string[] = [];
  for (let by = found.get(id); by !== undefined; by = found.get(by)) way.unshift(by);
  return way;
}

/** Whether a formula was compiled for fields of other types. */
function isStale({ formula, lookupOptions }: Field, fields: readonly Field[]): boolean {
  if (!formula || lookupOptions) return false;
  return formula.uses.some((id, i) => kindName(fields.find((field) => field.id === id)) !== formula.kinds[i]);
}

type Shape = ReturnType<typeof shapeOf>;

function asLookup(field: Field, source: LookupSource, { options }: Shape): Field {
  return { ...field, type: source.field.type, options: { ...(options as object), ...field.ownOptions } };
}

/** A rollup is a formula over a lookup that no field shows. */
async function asRollup(field: Field, source: LookupSource, shape: Shape): Promise<Field> {
  const own = field.ownOptions as { expression: string };
  const { ownOptions: _, ...shown } = field;
  const values = { ...asLookup({ ...shown, isLookup: true }, source, shape), id: rollupInput as Field["id"] };
  const { compileRollup } = await import("#lib/engine/formula/compile");
  const result = await compileRollup(own.expression, kindOf(values));
  if ("issues" in result) return { ...field, hasError: true };
  const { tree, ...rest } = result.compiled;
  const formula: StoredFormula = { ...rest, kinds: [kindName(values)], tree: JSON.stringify(tree) };
  const options = checkedOptions(own, formula, { at: [], sent: {} }, []);
  const connected = { ...field[connection], inputs: [values] };
  return { ...field, type: "rollup", formula, options, [connection]: connected };
}
