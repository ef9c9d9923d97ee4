/* The kinds of fields that can be made: their groups in the list, and what each can be. test/web/fields compares it with the engine. */
import type { AiUse } from "#lib/engine/field-types/shared/ai-tasks";

/** The kinds, in groups, in the order of the list. */
const groups = [
  ["text", ["singleLineText", "longText"]],
  ["choice", ["singleSelect", "multipleSelect", "checkbox", "rating"]],
  ["number", ["number", "autoNumber"]],
  ["date", ["date", "createdTime", "lastModifiedTime"]],
  ["people", ["user", "createdBy", "lastModifiedBy"]],
  ["other", ["attachment", "button"]],
  ["links", ["link", "lookup", "rollup", "count"]],
  ["computed", ["formula"]],
] as const;

export type KindGroup = (typeof groups)[number][0];
export type FieldKind = (typeof groups)[number][1][number];

export const kindGroups: readonly (readonly [KindGroup, readonly FieldKind[]])[] = groups;

interface KindRules {
  /** No two cells may be the same. */
  unique?: true;
  /** No cell may be empty. */
  notNull?: true;
  /** It may be the first field. */
  primary?: true;
  /** What a language model may fill it with. */
  ai?: AiUse;
}

const plain = { primary: true } as const;

const rules: { [kind: string]: KindRules | undefined } = {
  singleLineText: { primary: true, unique: true, notNull: true, ai: "text" },
  longText: { primary: true, unique: true, notNull: true, ai: "text" },
  number: { primary: true, unique: true, notNull: true, ai: "number" },
  rating: { primary: true, notNull: true, ai: "number" },
  date: { primary: true, unique: true, notNull: true, ai: "date" },
  singleSelect: { primary: true, notNull: true, ai: "oneChoice" },
  multipleSelect: { primary: true, notNull: true, ai: "choices" },
  user: { primary: true, notNull: true },
  attachment: { notNull: true, ai: "files" },
  link: { notNull: true },
  autoNumber: plain,
  createdTime: plain,
  lastModifiedTime: plain,
  createdBy: plain,
  lastModifiedBy: plain,
  formula: plain,
};

/** What fields of this kind can be. */
export const rulesOf = (kind: string): KindRules => rules[kind] ?? {};
