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
  options?: { formatting?: { date?: string; time?: string; timeZone?: string } };
}

type ToDay = (moment: string) => string;

const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const isMoment = (value: unknown): value is string => typeof value === "string" && moment.test(value);
const mayBeDate = (cell: unknown) => (Array.isArray(cell) ? cell.some(isMoment) : isMoment(cell));

/** For how long the fields of a table are kept, in milliseconds: a field may get another zone. */
const kept = 60_000;

/** Reads the fields of a table when a record first shows a moment. */
export class Days {
  readonly #readFields: () => Promise<AnsweredField[]>;
  #fields: Promise<Map<string, ToDay>> | undefined;
  #until = 0;

  constructor(readFields: () => Promise<AnsweredField[]>) {
    this.#readFields = readFields;
  }

  /** Puts days in place of moments, in the records themselves. */
  async show<Row extends object>(records: ClientRecord<Row>[]): Promise<void> {
    if (!records.some(({ fields }) => Object.values(fields).some(mayBeDate))) return;
    const toDays = await this.#read();
    for (const record of records) {
      const cells = Object.entries(record.fields).map(([field, cell]: [string, unknown]) => {
        const toDay = toDays.get(field);
        if (!toDay) return [field, cell];
        const show = (value: unknown) => (isMoment(value) ? toDay(value) : value);
        return [field, Array.isArray(cell) ? cell.map(show) : show(cell)];
      });
      record.fields = Object.fromEntries(cells);
    }
  }

  #read(): Promise<Map<string, ToDay>> {
    if (this.#fields && performance.now() < this.#until) return this.#fields;
    this.#until = performance.now() + kept;
    const fields = this.#readFields().then(daysOf);
    this.#fields = fields;
    fields.catch(() => {
      this.#fields = undefined;
    });
    return fields;
  }
}

/** Each key of a field that shows days → how. A name counts before the id of another field. */
function daysOf(fields: AnsweredField[]): Map<string, ToDay> {
  const found = new Map<string, ToDay>();
  for (const key of ["id", "dbFieldName", "name"] as const)
    for (const field of fields) {
      const toDay = dayOf(field);
      if (toDay) found.set(field[key], toDay);
      else found.delete(field[key]);
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
