/*
 * Dates as their fields mean them. The server stores and answers moments: a field that shows no time of day holds the midnight at which
 * its day begins in the field's own zone, so 1 December in Berlin is "2026-11-30T23:00:00.000Z". Here it becomes "2026-12-01", which a
 * request may send back. Fields that show a time of day keep their moments, and so do the times when records were created or changed.
 */
import type { ClientRecord } from "./rows.ts";

/** A field as the server answers it. */
export interface AnsweredField {
  id: string;
  name: string;
  dbFieldName: string;
  type: string;
  cellValueType: string;
  options?: {
    formatting?: { date?: string; time?: string; timeZone?: string };
    /** Of a link field: the table of its records. */
    foreignTableId?: string;
  };
}

/** Reads the fields of a table: the own one, or the one with an id. */
type ReadFields = (tableId?: string) => Promise<AnsweredField[]>;

/** What the keys of a table mean. */
interface Meaning {
  toDays: Map<string, ToDay>;
  /** Link field → the id of the table of its records. */
  tables: Map<string, string>;
}

type Shown = Pick<ClientRecord<object>, "fields" | "expanded">;

type ToDay = (moment: string) => string;

const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const isMoment = (value: unknown): value is string => typeof value === "string" && moment.test(value);
const mayBeDate = (cell: unknown) => (Array.isArray(cell) ? cell.some(isMoment) : isMoment(cell));

/** For how long the fields of a table are kept, in milliseconds: a field may get another zone. */
const kept = 60_000;

/** Reads the fields of a table when a record first shows a moment. */
export class Days {
  readonly #readFields: ReadFields;
  readonly #linked = new Map<string, Days>();
  #fields: Promise<Meaning> | undefined;
  #until = 0;

  constructor(readFields: ReadFields) {
    this.#readFields = readFields;
  }

  /** Puts days in place of moments, in the records themselves and in those that are expanded. */
  async show(records: Shown[]): Promise<void> {
    const isNeeded = ({ fields, expanded }: Shown) => expanded || Object.values(fields).some(mayBeDate);
    if (!records.some(isNeeded)) return;
    const { toDays, tables } = await this.#read();
    for (const record of records) {
      for (const [field, linked] of Object.entries(record.expanded ?? {})) {
        const tableId = tables.get(field);
        if (tableId !== undefined) await this.#daysOf(tableId).show(linked);
      }
      const cells = Object.entries(record.fields).map(([field, cell]: [string, unknown]) => {
        const toDay = toDays.get(field);
        if (!toDay) return [field, cell];
        const show = (value: unknown) => (isMoment(value) ? toDay(value) : value);
        return [field, Array.isArray(cell) ? cell.map(show) : show(cell)];
      });
      record.fields = Object.fromEntries(cells);
    }
  }

  #daysOf(tableId: string): Days {
    const known = this.#linked.get(tableId);
    if (known) return known;
    const days = new Days((other = tableId) => this.#readFields(other));
    this.#linked.set(tableId, days);
    return days;
  }

  #read(): Promise<Meaning> {
    if (this.#fields && performance.now() < this.#until) return this.#fields;
    this.#until = performance.now() + kept;
    const fields = this.#readFields().then(meaningOf);
    this.#fields = fields;
    fields.catch(() => {
      this.#fields = undefined;
    });
    return fields;
  }
}

/** By each key of a field. A name counts before the id of another field. */
function meaningOf(fields: AnsweredField[]): Meaning {
  return {
    toDays: byKey(fields, dayOf),
    tables: byKey(fields, ({ options }) => options?.foreignTableId),
  };
}

function byKey<Value>(fields: AnsweredField[], of: (field: AnsweredField) => Value | undefined) {
  const found = new Map<string, Value>();
  for (const key of ["id", "dbFieldName", "name"] as const)
    for (const field of fields) {
      const value = of(field);
      if (value === undefined) found.delete(field[key]);
      else found.set(field[key], value);
    }
  return found;
}

function dayOf({ type, cellValueType, options }: AnsweredField): ToDay | undefined {
  const { date = "", time, timeZone } = options?.formatting ?? {};
  if (cellValueType !== "dateTime" || /^(created|lastModified)Time$/.test(type)) return undefined;
  if (time !== "None" || timeZone === undefined || /[Hhms]/.test(date.replace(/\[[^\]]+]/g, "")))
    return undefined;
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (text) => {
    const parts = new Map(format.formatToParts(new Date(text)).map((part) => [part.type, part.value]));
    return `${parts.get("year")?.padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`;
  };
}
