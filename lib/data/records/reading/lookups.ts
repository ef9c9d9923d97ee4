/*
 * Reads the records that lookups need: the records that the shown ones link to and, for lookups of lookups, the records that those link to.
 * Imported only for tables with lookups.
 *
 *   records ── links ──▶ BatchGet of the linked records ── their links, if a lookup looks up a lookup ──▶ …
 *
 * Cells that links carry (engine/cells/carried-cells.ts) need no read.
 *
 * All lookups of a level are read together, whatever their tables: one round trip, of requests for 100 records each, some at a time. Each
 * record is read once, and only the cells that are needed are kept. Cells with more links than their record keeps cost one round trip more.
 */

import {
  type Carrier,
  carriedBy,
  columnOf,
  findCarrier,
  findColumn,
  isCarried,
  placeIn,
  recordAt,
} from "#lib/engine/cells/carried-cells";
import { makeExactReader } from "#lib/engine/cells/cell-reader";
import { peopleShown } from "#lib/engine/cells/present";
import type { ReadCell, StoredRecord } from "#lib/engine/cells/stored-cells";
import type { CellContext, StoredCell } from "#lib/engine/field-types/shared/field-type";
import { holdsMany, linkedIds } from "#lib/engine/field-types/shared/links";
import { type connection, type Field, holdsPeople } from "#lib/engine/fields/field";
import { allNeeded, lookupsIn, withInputs } from "#lib/engine/fields/formula-inputs";
import { type LookupSource, shownIn, sourceOf } from "#lib/engine/fields/lookups";
import { makeMatcher } from "#lib/engine/query/filtering";
import { invalid } from "#lib/schemas/basics/error";
import type { FieldId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { runTogether } from "#lib/store/retry";
import { getItems, type Key, readAll } from "#lib/store/store";
import { byPlace, type LinkItem, linksOf, manySideOf } from "../link-keys.ts";
import { recordKey, tableOfPart } from "../record-keys.ts";
import type { RecordItem } from "../records.ts";

const recordsPerRead = 100;

/** A lookup, and the records for which its cells are needed. */
interface Asked {
  lookup: Field;
  records: readonly StoredRecord[];
}

const cellKey = (link: Pick<Field, "id">, id: RecordId) => `${link.id} ${id}`;

/** Gives the records with all links of these fields. */
type ReadInFull = (records: RecordItem[], links: Field[]) => Promise<StoredRecord[]>;

type ReadCells = (record: StoredRecord) => (StoredCell | undefined)[];

/** What was read of one linked table. */
interface Shelf {
  /** The stored fields of its records that are needed. */
  fields: Field[];
  /** The link fields among them that are shown or computed with: these are needed with all links. */
  links: Set<Field>;
  records: Map<RecordId, StoredRecord | undefined>;
}

export class Lookups {
  /** The ids of the people in all records read so far. */
  readonly people = new Set<string>();
  readonly #lookups: readonly Field[];
  readonly #readInFull: ReadInFull | undefined;
  readonly #findCarrier: typeof findCarrier;
  readonly #shelves = new Map<TableId, Shelf>();
  /** For each lookup, how it is read from the cells that its link carries, if they are carried. */
  readonly #carriers = new Map<object, Carrier | undefined>();
  /** All links of cells that have more than their record keeps. */
  readonly #links = new Map<string, RecordId[]>();
  /**
   * For each lookup, the records for which it was read. The key is the field itself, because the field that a rollup looks up has the same
   * id in every rollup.
   */
  readonly #loaded = new Map<Field, Set<RecordId>>();
  #count = 0;
  #turn: Promise<void> = Promise.resolve();

  /**
   * Reads these fields, and the lookups that their formulas use. `readInFull` reads the links that looked-up records do not keep; without
   * it these are left out. With `carrierOf` as `find`, carried cells are used even if they are marked as stale.
   */
  constructor(fields: readonly Field[], readInFull?: ReadInFull, find: typeof findCarrier = findCarrier) {
    this.#readInFull = readInFull;
    this.#findCarrier = find;
    this.#lookups = lookupsIn(fields);
    this.#need(this.#lookups, new Set());
  }

  /** Whether there is nothing to look up. */
  get isEmpty(): boolean {
    return this.#lookups.length === 0;
  }

  #need(lookups: readonly Field[], seen: Set<Field>): void {
    for (const lookup of lookups) {
      const source = sourceOf(lookup);
      if (!source || seen.has(lookup)) continue;
      seen.add(lookup);
      this.#carriers.set(lookup, this.#findCarrier(lookup, source));
      const shown = shownIn(lookup, source);
      const shelf = this.#shelfOf(source);
      shelf.fields = [...new Set([...shelf.fields, ...withInputs(shown)])];
      for (const field of linksIn(shown)) shelf.links.add(field);
      this.#need(lookupsIn(shown), seen);
    }
  }

  #shelfOf({ link }: LookupSource): Shelf {
    const { foreignTableId } = link.options;
    const known = this.#shelves.get(foreignTableId) ?? {
      fields: [],
      links: new Set(),
      records: new Map(),
    };
    this.#shelves.set(foreignTableId, known);
    return known;
  }

  /**
   * Reads the cells that these records of the own table look up. Throws 400 if there is too much for one call. Calls run one after another,
   * because a later one may need records that an earlier one is reading.
   */
  load(records: readonly StoredRecord[]): Promise<void> {
    const done = this.#turn.then(() => this.#load(records));
    this.#turn = done.catch(() => {});
    return done;
  }

  async #load(records: readonly StoredRecord[]): Promise<void> {
    const left = this.#notCarried(records);
    let level = this.#lookups.map((lookup) => ({ lookup, records: left(lookup) }));
    while (level.length > 0) {
      const fresh = level.flatMap((each) => this.#notLoaded(each));
      await this.#readAllLinks(fresh);
      const wanted = fresh.map((each) => ({
        ...each,
        ids: new Set(each.records.flatMap((record) => this.#idsToRead(record, each))),
      }));
      await this.#read(wanted);
      level = wanted.flatMap(({ lookup, source, ids }) => {
        const { records } = this.#shelfOf(source);
        const found = [...ids].flatMap((id) => records.get(id) ?? []);
        return lookupsIn(shownIn(lookup, source)).map((next) => ({ lookup: next, records: found }));
      });
    }
  }

  /** Gives, for a lookup, the records among these for which something must be read. */
  #notCarried(records: readonly StoredRecord[]): (lookup: Field) => readonly StoredRecord[] {
    const found = new Map<string, readonly StoredRecord[]>();
    return (lookup) => {
      const carrier = this.#carriers.get(lookup);
      const source = sourceOf(lookup);
      // carried cells with people: the people must be read
      if (!carrier || !source || this.#shelfOf(source).fields.some(holdsPeople)) return records;
      const known = found.get(carrier.link) ?? records.filter((record) => !isCarried(record, carrier));
      found.set(carrier.link, known);
      return known;
    };
  }

  /** The part that was not read for this lookup before. */
  #notLoaded({ lookup, records }: Asked): (Asked & { source: LookupSource })[] {
    const source = sourceOf(lookup);
    if (!source || records.length === 0) return [];
    const loaded = this.#loaded.get(lookup) ?? new Set();
    const fresh = records.filter(({ id }) => !loaded.has(id));
    if (fresh.length === 0) return [];
    this.#loaded.set(lookup, loaded);
    for (const { id } of fresh) loaded.add(id);
    return [{ lookup, source, records: fresh }];
  }

  async #readAllLinks(asked: (Asked & { source: LookupSource })[]): Promise<void> {
    const cut = new Map(
      asked.flatMap(({ records, source: { link } }) =>
        records
          .filter(({ more }) => more?.[link.id])
          .map(({ id }) => [cellKey(link, id), { link, id }] as const),
      ),
    );
    const unread = [...cut].filter(([key]) => !this.#links.has(key));
    await runTogether(unread, async ([key, { link, id }]) => {
      const items = (await readAll<LinkItem>(linksOf(manySideOf(link), id))).sort(byPlace);
      this.#links.set(
        key,
        items.map(({ other }) => other),
      );
    });
  }

  #idsOf({ id, cells }: StoredRecord, { link }: LookupSource): RecordId[] {
    const all = this.#links.get(cellKey(link, id)) ?? linkedIds(cells[link.id]);
    // while the relationship is being changed, a cell may hold more links than it shows
    return holdsMany(link.options.relationship) ? all : all.slice(0, 1);
  }

  /** The linked records that must be read. People in carried cells are added to `people`. */
  #idsToRead(record: StoredRecord, { lookup, source }: { lookup: Field; source: LookupSource }): RecordId[] {
    const ids = this.#idsOf(record, source);
    const carrier = this.#carriers.get(lookup);
    const kept = carrier && carriedBy(record, carrier);
    if (!kept) return ids;
    const { fields } = this.#shelfOf(source);
    const hasPeople = fields.some(holdsPeople);
    return ids.filter((id, i) => {
      const place = placeIn(kept, id, i, carrier);
      if (place >= 0 && hasPeople)
        for (const person of peopleShown([recordAt(kept, place, carrier.carries, id)], fields))
          this.people.add(person);
      return place < 0;
    });
  }

  async #read(wanted: { source: LookupSource; ids: ReadonlySet<RecordId> }[]): Promise<void> {
    const missing: Key[] = [];
    for (const { source, ids } of wanted) {
      const { records } = this.#shelfOf(source);
      for (const id of ids) {
        if (records.has(id)) continue;
        records.set(id, undefined);
        missing.push(recordKey(source.link.options.foreignTableId, id));
      }
    }
    this.#count += missing.length;
    if (this.#count > limits.recordsLookedUp) throw tooMany();
    await runTogether(cutIntoPieces(missing, recordsPerRead), async (keys) => {
      for (const item of await getItems<RecordItem>(keys)) await this.#keep(item);
    });
  }

  async #keep(item: RecordItem): Promise<void> {
    const shelf = this.#shelves.get(tableOfPart(item.pk));
    if (!shelf) return;
    const isCut = [...shelf.links].some(({ id }) => item.more?.[id]);
    const [full] = isCut ? ((await this.#readInFull?.([item], [...shelf.links])) ?? []) : [];
    const record = withCells(full ?? item, shelf.fields);
    shelf.records.set(record.id, record);
    for (const id of peopleShown([record], shelf.fields)) this.people.add(id);
  }

  /** The context in which these lookups can be read. */
  attach(context: CellContext): CellContext {
    const readers = new Map<object, ReadCells>();
    const attached: CellContext = {
      ...context,
      lookUp: (lookup, record) => {
        const read = readers.get(lookup) ?? this.#readerOf(lookup, attached);
        readers.set(lookup, read);
        return read(record as StoredRecord);
      },
    };
    return attached;
  }

  #readerOf(lookup: Pick<Field, "lookupOptions" | typeof connection>, context: CellContext): ReadCells {
    const source = sourceOf(lookup);
    if (!source) return () => [];
    const { records } = this.#shelfOf(source);
    const read: ReadCell = makeExactReader(source.field, context);
    const { filter } = lookup.lookupOptions ?? {};
    const fieldOf = (id: string) => source.fields.find((field) => field.id === id);
    const matches = filter ? makeMatcher(filter, fieldOf, context) : () => true;
    const carrier = this.#carriers.get(lookup);
    const column = carrier && findColumn(lookup, source, carrier);
    const readEach: ReadCells = (record) => {
      const kept = carrier && carriedBy(record, carrier);
      return this.#idsOf(record, source).flatMap((id, i): (StoredCell | undefined)[] => {
        const place = kept ? placeIn(kept, id, i, carrier) : -1;
        const linked = kept && place >= 0 ? recordAt(kept, place, carrier.carries, id) : records.get(id);
        return linked && matches(linked) ? [read(linked)] : [];
      });
    };
    if (!carrier || column === undefined || source.link.options.storage?.from) return readEach;
    return (record) => columnOf(record, column, carrier) ?? readEach(record);
  }
}

/** The link fields among these, and those that their formulas use; not those that lookups follow. */
export const linksIn = (fields: readonly Field[]): Field[] =>
  allNeeded(fields, { onlyFormulas: true }).filter((field) => !field.lookupOptions && field.type === "link");

/** A copy of a record with only the cells of these fields. Many records may be held in memory, so the other cells are dropped. */
function withCells(record: StoredRecord, fields: readonly Field[]): StoredRecord {
  const { id, autoNumber, createdTime, createdBy, lastModifiedTime, lastModifiedBy, more, shapes, carried } =
    record;
  const cells = fields.flatMap((field): [FieldId, StoredCell][] => {
    const cell = record.cells[field.id];
    return cell === undefined ? [] : [[field.id, cell]];
  });
  return {
    ...{ id, autoNumber, createdTime, createdBy },
    ...(lastModifiedTime && { lastModifiedTime }),
    ...(lastModifiedBy && { lastModifiedBy }),
    ...(more && { more }),
    ...(shapes && { shapes }),
    ...(carried && { carried }),
    cells: Object.fromEntries(cells),
  };
}

const tooMany = () =>
  invalid([
    {
      path: "",
      message: `the lookups of these records read more than ${limits.recordsLookedUp} linked records, too many for one call; ask for fewer records or fields`,
    },
  ]);

/** Reads the cells that these records look up for these fields. */
export async function readLookups(
  records: readonly StoredRecord[],
  fields: readonly Field[],
  readInFull?: ReadInFull,
): Promise<Lookups> {
  const lookups = new Lookups(fields, readInFull);
  await lookups.load(records);
  return lookups;
}
