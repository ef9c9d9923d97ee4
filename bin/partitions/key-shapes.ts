/* Partition keys without their ids: keys of one shape carry the same load, and there are as many of them as the scenario says. */
import { jobShards } from "#lib/data/jobs/jobs";
import { noteShards } from "#lib/data/links/notes";
import { dueShards } from "#lib/data/webhooks/deliveries";
import type { Units } from "#lib/local/store/request-costs";
import { shardKeys } from "#lib/store/commit-items";
import type { UnitsByKey } from "./count-by-key.ts";

/** The things whose number a scenario gives, and the prefixes of their ids. */
const kinds = {
  ...{ space: "spc", base: "bse", table: "tbl", view: "viw", record: "rec", person: "usr" },
  // as many as a scenario has bases, and tables
  ...{ webhook: "whk", job: "job", field: "fld" },
} as const;
export type Kind = keyof typeof kinds;

const ids: [name: string, id: RegExp][] = [
  ...Object.entries(kinds).map(([kind, prefix]): [string, RegExp] => [
    kind,
    new RegExp(`\\b${prefix}[0-9A-Za-z]{16}\\b`, "g"),
  ]),
  // a person has a token
  ["person", /(?<=^TOKEN#)[0-9a-f]{64}$/g],
  // of a file, or of a staged commit
  ["random", /(?<=^ATTACHMENT#)[0-9A-Za-z]{10}$|(?<=^COMMIT#)[0-9A-Za-z]{16}$/g],
  ["shard", /(?<=^(?:NOTES|JOBS|COMMITS|WEBHOOKDUE)#)\d+$/g],
  ["hash", /\b[0-9a-f]{64}\b|(?<=#)[\w-]{43}(?=$|#)/g],
];

/** How many keys the items of all bases are spread over, by chance. */
export const shardsOf: ReadonlyMap<string, number> = new Map([
  ["NOTES#<shard>", noteShards],
  ["WEBHOOKDUE#<shard>", dueShards],
  ["JOBS#<shard>", jobShards.length],
  ["COMMITS#<shard>", shardKeys.length],
]);

/** `RECORDS#tblQ0…#3.2` as `RECORDS#<table>#3.2`. */
export const shapeOf = (pk: string): string =>
  ids.reduce((text, [name, id]) => text.replace(id, `<${name}>`), pk);

/** The kinds of things that a shape names. */
export const kindsIn = (shape: string): Kind[] =>
  [...shape.matchAll(/<(\w+)>/g)].flatMap(([, name = ""]) => (name in kinds ? [name as Kind] : []));

/** The units of a call, by the shapes of the keys, where `calls` calls took `units`. */
export function perCall(units: UnitsByKey, calls: number): Map<string, Units> {
  const found = new Map<string, Units>();
  for (const [pk, { read, written }] of units) {
    const shape = shapeOf(pk);
    const before = found.get(shape) ?? { read: 0, written: 0 };
    found.set(shape, { read: before.read + read / calls, written: before.written + written / calls });
  }
  return found;
}
