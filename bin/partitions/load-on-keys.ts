/* The load of a scenario on the partition keys that have the most of it. */
import { unitsOfKey } from "#lib/data/jobs/pace";
import { bucketSize } from "#lib/data/records/record-keys";
import { partitionLimits } from "#lib/local/store/limit-partitions";
import type { Units } from "#lib/local/store/request-costs";
import { type Kind, kindsIn, shardsOf } from "./key-shapes.ts";
import type { CallUnits, KnownCall } from "./known-calls.ts";
import type { Group, Scenario } from "./scenario.ts";

export interface KeyLoad extends Units {
  shape: string;
  /** Whether all bases share it: it names no base, table or person. */
  isShared: boolean;
  /** The part of a limit that is used; of reads or writes, whichever is more. */
  used: number;
}

/** Units a second on the busiest key of each shape, the busiest shape first. */
export function loadOf({ groups }: Scenario, units: ReadonlyMap<KnownCall, CallUnits>): KeyLoad[] {
  const found = new Map<string, Units>();
  for (const group of groups)
    for (const [shape, own] of loadOfGroup(group, units)) {
      const other = found.get(shape);
      // a key without ids is the same for all groups; of others the busiest counts
      if (!other || !isShared(shape)) found.set(shape, larger(other, own));
      else found.set(shape, { read: other.read + own.read, written: other.written + own.written });
    }
  return [...found]
    .map(([shape, load]) => ({ shape, isShared: isShared(shape), ...load, used: usedBy(load) }))
    .sort((one, other) => other.used - one.used || (one.shape < other.shape ? -1 : 1));
}

/** A key for each file, commit or hash is none of these. */
const isShared = (shape: string) => kindsIn(shape).length === 0 && !/<(?!shard)/.test(shape);

/** How many calls of a kind a second one key of each shape takes. */
export function mostCalls({ answered, behind }: CallUnits): Map<string, number> {
  const shapes = new Set([...answered.keys(), ...behind.keys()]);
  return new Map(
    [...shapes].map((shape) => [shape, Math.floor(1 / usedBy(sumAt(shape, [answered, behind])))]),
  );
}

export const usedBy = ({ read, written }: Units): number =>
  Math.max(read / partitionLimits.read, written / partitionLimits.written);

const larger = (one: Units | undefined, other: Units): Units =>
  one && usedBy(one) > usedBy(other) ? one : other;

function loadOfGroup(group: Group, units: ReadonlyMap<KnownCall, CallUnits>): Map<string, Units> {
  const found = new Map<string, Units>();
  const calls = { ...group.calls, ...slowedCalls(group, units) };
  for (const [call, perSecond] of Object.entries(calls)) {
    const { answered = new Map(), behind = new Map() } = units.get(call as KnownCall) ?? {};
    for (const shape of new Set<string>([...answered.keys(), ...behind.keys()])) {
      const { read, written } = sumAt(shape, [answered, behind]);
      const keys = keysOf(shape, group) * bucketsOf(call as KnownCall, shape, group);
      const before = found.get(shape) ?? { read: 0, written: 0 };
      found.set(shape, {
        read: before.read + (read * perSecond) / keys,
        written: before.written + (written * perSecond) / keys,
      });
    }
  }
  return found;
}

/**
 * The calls of a group that are fewer than the scenario says, because they slow themselves down: an import takes a limited part of the keys of
 * its table (lib/data/jobs/pace.ts). A table has one import.
 */
export function slowedCalls(
  { calls: { importRow = 0 }, tables }: Group,
  units: ReadonlyMap<KnownCall, CallUnits>,
): { importRow?: number } {
  const row = [...(units.get("importRow")?.answered ?? [])];
  const written = row.map(([shape, { written }]) => (isOfRecords(shape) ? written : 0));
  const most = (tables * unitsOfKey) / Math.max(...written);
  return importRow > most ? { importRow: most } : {};
}

const isOfRecords = (shape: string) => shape.startsWith("RECORDS#<table>#1.");

/** Calls for one record each: they are counted in the first bucket of a table, and spread over all. New records are in the last one. */
const ofOneRecord: ReadonlySet<KnownCall> = new Set(["getRecord", "updateRecord", "deleteRecord"]);

const bucketsOf = (call: KnownCall, shape: string, { records, tables }: Group): number =>
  ofOneRecord.has(call) && isOfRecords(shape) ? Math.max(1, Math.floor(records / tables / bucketSize)) : 1;

const sumAt = (shape: string, all: ReadonlyMap<string, Units>[]): Units =>
  all.reduce(
    (sum, units) => ({
      read: sum.read + (units.get(shape)?.read ?? 0),
      written: sum.written + (units.get(shape)?.written ?? 0),
    }),
    { read: 0, written: 0 },
  );

/** How many keys of a shape the calls of a group are spread over. */
function keysOf(shape: string, { spaces, bases, tables, records, people }: Group): number {
  const counts: Record<Kind, number> = {
    ...{ space: spaces, base: bases, table: tables, view: tables },
    ...{ record: records, person: people, webhook: bases, job: bases, field: tables },
  };
  // one for each call
  if (shape.includes("<random>")) return Math.max(bases, records);
  return Math.max(shardsOf.get(shape) ?? 1, ...kindsIn(shape).map((kind) => counts[kind]));
}
