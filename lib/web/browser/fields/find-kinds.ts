/* The names of kinds of fields, and which ones words find. */
import { type FieldKind, kindGroups } from "./kinds.ts";
import { kindGroupTexts, kindTexts } from "./texts.ts";

const isKnown = (kind: string): kind is FieldKind => Object.hasOwn(kindTexts, kind);

/** The name of a kind; of one that the app does not know, what the server calls it. */
export const nameOfKind = (kind: string): string => (isKnown(kind) ? kindTexts[kind][0] : kind);

/** The groups with those kinds that have all words of the query. */
export function findKinds(query: string, without: readonly string[]) {
  const words = query.toLowerCase().split(/\s+/);
  return kindGroups
    .map(([group, kinds]) => {
      const found = kinds.filter((kind) => {
        const all = [...kindTexts[kind], kindGroupTexts[group]].join(" ").toLowerCase();
        return !without.includes(kind) && words.every((word) => all.includes(word));
      });
      return [group, found] as const;
    })
    .filter(([, found]) => found.length > 0);
}

/** The place of the first found kind whose name begins with the query; otherwise of the first. */
export function placeOfBest(query: string, without: readonly string[]): number {
  const found = findKinds(query, without).flatMap(([, kinds]) => kinds);
  return Math.max(
    0,
    found.findIndex((kind) => nameOfKind(kind).toLowerCase().startsWith(query.toLowerCase())),
  );
}
