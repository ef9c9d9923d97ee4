/* What a formula may name: the functions of the engine with a sentence about each, and fields by their names. */
import { functionGroups } from "#lib/engine/formula/reference";
import type { Field } from "#lib/schemas/tables/field";
import type { Word } from "./editing-text.ts";

export { functionGroups } from "#lib/engine/formula/reference";

/** A field or a function that can take the place of a word. */
export interface Completion {
  kind: Word["kind"];
  name: string;
  /** The signature of a function; a field in its braces. */
  call: string;
  does: string;
}

const functions: readonly Completion[] = functionGroups.flatMap(({ functions: all }) =>
  all.map(({ call, does }) => ({ kind: "function", name: call.slice(0, call.indexOf("(")), call, does })),
);

/** At most so many are shown. */
const most = 50;

/** What completes a word: what begins with it first, then what has it inside. `typeText` gives the words for the type of a field. */
export function findCompletions(
  { kind, text }: Pick<Word, "kind" | "text">,
  fields: readonly Field[],
  typeText: (field: Field) => string,
): Completion[] {
  const all =
    kind === "function"
      ? [...functions, ...fieldCompletions(fields, typeText)]
      : fieldCompletions(fields, typeText);
  const wanted = text.trim().toLowerCase();
  const named = all.map((each) => ({ each, at: each.name.toLowerCase().indexOf(wanted) }));
  const found = named
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => Number(one.at > 0) - Number(other.at > 0));
  return found.slice(0, most).map(({ each }) => each);
}

/** A name with braces cannot stand in braces: such a field is named by its id. */
export const nameInFormula = ({ name, id }: Pick<Field, "name" | "id">): string =>
  /[{}]/.test(name) || name.trim() !== name ? id : name;

const fieldCompletions = (fields: readonly Field[], typeText: (field: Field) => string): Completion[] =>
  fields.map((field) => ({
    kind: "field",
    name: nameInFormula(field),
    call: `{${field.name}}`,
    does: typeText(field),
  }));
