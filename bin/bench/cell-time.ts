/* CPU time for one cell of each field type: for a record with only this cell, from the value in the request to the stored value. */

import {
  completeDrafts,
  type DraftContext,
  draftRecords,
  toRecordInputs,
} from "#lib/engine/cells/new-records";
import { fieldTypes } from "#lib/engine/field-types/index";
import type { CellContext, FieldType, Person, StoredFile } from "#lib/engine/field-types/shared/field-type";
import { makeFieldKeys } from "#lib/engine/fields/field-keys";
import type { FieldId, UserId } from "#lib/schemas/basics/ids";
import type { FileToken } from "#lib/schemas/records/attachment";
import { type Measured, median } from "./budget.ts";

const mostTimesMedian = 5;
const records = 1000;
const runs = 75;

interface Sample {
  options?: object;
  /** The value without typecast. */
  read: unknown;
  /** The value with typecast; left out if typecast gives an empty cell. */
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
  // no value can be converted to a count: with typecast the cell is empty
  button: { read: { count: 3 } },
};

const context: CellContext = {
  now: "2026-11-20T12:00:00.000Z",
  me: ada.id,
  people: { byId: () => ada, byText: () => ada },
  files: { byToken: () => plan, byId: () => ({ ...plan, name: "plan.pdf" }) },
  targetsOf: () => ({ byId: () => undefined, byTitle: () => undefined }),
  addressOf: () => "",
  showEmails: true,
};

/** One line for each field type; the budget is a multiple of the median of all types. */
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
      line: `${type}: add a sample to bin/bench/cell-time.ts`,
      holds: false,
    })),
  ];
}

const shown = (time: number, of: number) => `${time.toFixed(2)} µs × ${(time / of).toFixed(1)}`;

/** Microseconds of CPU per record. Only this process is measured, so other load on the machine does not count. */
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
    keys: makeFieldKeys([field], "name"),
    typecast: how === "typecast",
    context,
  };
  const thousand = Array.from({ length: records }, () => ({ fields: { Cell: sample[how] } }));
  const prepare = () => completeDrafts(draftRecords(toRecordInputs(thousand), given), given);
  const { cells, issues } = prepare();
  if (issues.length > 0 || Object.keys(cells[0] ?? {}).length === 0)
    throw new Error(`no cell of ${type.type}`);
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    prepare();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / records;
  });
  return median(times.slice(runs / 3));
}
