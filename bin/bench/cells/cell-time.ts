/* CPU time for one cell of each field type: for a record with only this cell, from the value in the request to the stored value. */

import {
  completeDrafts,
  type DraftContext,
  draftRecords,
  toRecordInputs,
} from "#lib/engine/cells/new-records";
import { fieldTypes } from "#lib/engine/field-types/index";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import { makeFieldKeys } from "#lib/engine/fields/field-keys";
import type { FieldId } from "#lib/schemas/basics/ids";
import { type Samples, samplesOf } from "#test/engine/field-types/samples/index";
import { context } from "#test/engine/field-types/support";
import { type Measured, median } from "../budget.ts";

const mostTimesMedian = 5;
const records = 1000;
const runs = 75;

/** One line for each field type; the budget is a multiple of the median of all types. */
export async function cellTime(): Promise<Measured[]> {
  const sampled = [...fieldTypes.values()].flatMap((type) => {
    const sample = samplesOf.get(type.type)?.bench;
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
  return sampled.map(({ type, read, typecast }) => ({
    line: `${type.padEnd(16)} ${shown(read, medians.read)}, typecast ${shown(typecast, medians.typecast)} (≤ ${mostTimesMedian})`,
    holds: read <= mostTimesMedian * medians.read && typecast <= mostTimesMedian * medians.typecast,
  }));
}

const shown = (time: number, of: number) => `${time.toFixed(2)} µs × ${(time / of).toFixed(1)}`;

/** Microseconds of CPU per record. Only this process is measured, so other load on the machine does not count. */
function timeOf(type: FieldType, sample: NonNullable<Samples["bench"]>, how: "read" | "typecast"): number {
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
