/* Own CPU of one cell of each type: of a record that has only this cell, from the value in a request to what is stored. */

import { type DraftContext, prepareNew } from "#lib/engine/cells/new-records";
import { fieldTypes } from "#lib/engine/field-types/index";
import type { CellContext, FieldType, Person, StoredFile } from "#lib/engine/field-types/shared/field-type";
import type { FieldId, UserId } from "#lib/schemas/basics/ids";
import type { FileToken } from "#lib/schemas/records/attachment";
import { type Measured, median } from "./budget.ts";

const mostTimesMedian = 5;
const records = 1000;
const runs = 75;

interface Sample {
  options?: object;
  /** As it must be sent. */
  read: unknown;
  /** Sent with typecast; left out where that makes no cell. */
  typecast?: unknown;
}

const choices = Array.from({ length: 10 }, (_, i) => ({ name: `choice ${i}` }));
const ada: Person = { id: "usr4mSa1Cw6nZ8tQ0Yh" as UserId, name: "Ada", email: "ada@example.org" };

const plan: StoredFile = { token: "token" as FileToken, size: 1200, mimetype: "application/pdf" };

const samples: Record<string, Sample> = {
  singleLineText: { read: "Some words that fit a line", typecast: 12.5 },
  longText: { read: "Some words\nof two lines", typecast: 12.5 },
  number: { read: 12.5, typecast: "1,200.50" },
  checkbox: { read: true, typecast: "true" },
  rating: { read: 3, typecast: "3" },
  date: { read: "2026-11-20T12:00:00.000Z", typecast: "2026-11-20 14:30" },
  singleSelect: { options: { choices }, read: "choice 7", typecast: "choice 7" },
  multipleSelect: { options: { choices }, read: ["choice 2", "choice 7"], typecast: "choice 2, choice 7" },
  user: { read: { id: ada.id, title: ada.name }, typecast: ada.email },
  attachment: { read: [{ token: plan.token, name: "plan.pdf" }], typecast: "act4mSa1Cw6nZ8tQ0Yh" },
  // no value means a count: with typecast its cell is empty
  button: { read: { count: 3 } },
};

const context: CellContext = {
  now: "2026-11-20T12:00:00.000Z",
  me: ada.id,
  people: { byId: () => ada, byText: () => ada },
  files: { byToken: () => plan, byId: () => ({ ...plan, name: "plan.pdf" }) },
  addressOf: () => "",
  showEmails: true,
};

export async function cellTime(): Promise<Measured[]> {
  const written = [...fieldTypes.values()].filter((type) => !type.compute);
  const sampled = written.flatMap((type) => {
    const sample = samples[type.type];
    if (!sample) return [];
    const read = timeOf(type, sample, "read");
    return [
      { type: type.type, read, typecast: "typecast" in sample ? timeOf(type, sample, "typecast") : read },
    ];
  });
  const medians = {
    read: median(sampled.map(({ read }) => read)),
    typecast: median(sampled.map(({ typecast }) => typecast)),
  };
  const missing = written.filter(({ type }) => !samples[type]);
  return [
    ...sampled.map(({ type, read, typecast }) => ({
      line: `${type.padEnd(16)} ${shown(read, medians.read)}, typecast ${shown(typecast, medians.typecast)} (≤ ${mostTimesMedian})`,
      holds: read <= mostTimesMedian * medians.read && typecast <= mostTimesMedian * medians.typecast,
    })),
    ...missing.map(({ type }) => ({
      line: `${type}: bin/bench/cell-time.ts has no sample of it`,
      holds: false,
    })),
  ];
}

const shown = (time: number, of: number) => `${time.toFixed(2)} µs × ${(time / of).toFixed(1)}`;

/** Microseconds a record, of this process alone: others may be at work beside it. */
function timeOf(type: FieldType, sample: Sample, how: "read" | "typecast"): number {
  const field = {
    id: "fld4mSa1Cw6nZ8tQ0Yh" as FieldId,
    name: "Cell",
    dbFieldName: "Cell",
    type: type.type,
    options: sample.options ? type.options.parse(sample.options) : type.initialOptions(),
  };
  const given: DraftContext = {
    fields: [field],
    fieldKeyType: "name",
    typecast: how === "typecast",
    context,
  };
  const thousand = Array.from({ length: records }, () => ({ fields: { Cell: sample[how] } }));
  const { cells, issues } = prepareNew(thousand, given);
  if (issues.length > 0 || Object.keys(cells[0] ?? {}).length === 0)
    throw new Error(`no cell of ${type.type}`);
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    prepareNew(thousand, given);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / records;
  });
  return median(times.slice(runs / 3));
}
