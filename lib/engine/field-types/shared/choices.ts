/* The choices of select fields. Cells hold their ids; requests and responses have their names. */
import * as z from "zod";
import { Color, pickColor } from "#lib/engine/values/colors";
import { ChoiceId, newChoiceId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { isObject, removable } from "#lib/schemas/basics/object";
import { type Members, Refusal } from "./field-type.ts";
import { oneLine, quoteText, tooLong } from "./text.ts";

export interface Choice {
  id: ChoiceId;
  name: string;
  color: z.infer<typeof Color>;
}

/** The options of both select types; they differ in the type of the default. */
export interface SelectOptions<Default> {
  choices: Choice[];
  preventAutoNewOptions?: boolean | undefined;
  defaultValue?: Default;
}

const ChoiceName = z.lazy(() => z.string().overwrite(oneLine));
const ChoiceInput = z.lazy(() =>
  z.strictObject(
    {
      id: ChoiceId.optional(),
      name: z.string().overwrite(oneLine).min(1, "must not be empty").max(limits.nameLength),
      color: Color.optional(),
    },
    {
      error: ({ code }) =>
        code === "invalid_type" ? 'must be an object such as {"name":"todo"}' : undefined,
    },
  ),
);

/** Options as sent. */
export const SelectInput = z.lazy(() =>
  z
    .strictObject({
      choices: z
        .array(ChoiceInput)
        .max(limits.choicesPerField, {
          error: ({ input }) => `at most ${limits.choicesPerField} choices; got ${lengthOf(input)}`,
        })
        // runs even if there are other issues, so that all are reported
        .superRefine(refuseRepeated, { when: ({ value }) => Array.isArray(value) })
        .transform(completed)
        .default([]),
      preventAutoNewOptions: removable(z.boolean()),
      defaultValue: removable(z.union([ChoiceName, z.array(ChoiceName)])),
    })
    .superRefine(({ choices, defaultValue = [] }, context) => {
      for (const name of [defaultValue].flat())
        if (!findByName(choices, name))
          context.addIssue({
            code: "custom",
            path: ["defaultValue"],
            message: `${notAChoiceText(name)}; null means no default`,
          });
    }),
);

/** A form of the name that is equal for names that look the same: `é` may be one character, or `e` and an accent. */
const lookOf = (name: string) => name.normalize("NFC");

const lengthOf = (input: unknown) => (Array.isArray(input) ? input.length : 0);

function refuseRepeated(choices: unknown[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [i, choice] of choices.entries())
    for (const member of ["id", "name"]) {
      const value: unknown = typeof choice === "object" && choice ? Reflect.get(choice, member) : undefined;
      if (typeof value !== "string" || value === "") continue;
      const key = `${member} ${lookOf(value)}`;
      if (seen.has(key))
        context.addIssue({
          code: "custom",
          path: [i, member],
          message: `another choice has the ${member} ${quoteText(value)}`,
        });
      seen.add(key);
    }
}

/** Adds ids and colors; no color repeats before all are used. */
function completed(inputs: z.infer<typeof ChoiceInput>[]): Choice[] {
  const used = inputs.flatMap(({ color }) => color ?? []);
  return inputs.map(({ id = newChoiceId(), name, color }) => {
    const picked = color ?? pickColor(used);
    used.push(picked);
    return { id, name, color: picked };
  });
}

/**
 * Completes options that were merged into the options of a field. A choice without an id gets the id of the present choice with that name,
 * so a client that knows only names does not remove choices from cells. A choice without a color keeps its present color. The default is
 * renamed with its choices. A removed choice leaves the default, unless the request names it there. Invalid options are returned unchanged,
 * so that the schema refuses them.
 */
export function adoptChoices(merged: Members, before: SelectOptions<string | string[]>, sent: Members) {
  if (!Array.isArray(merged["choices"])) return merged;
  const choices = keepChoiceIds(merged["choices"], before.choices);
  const { defaultValue } = merged;
  if (typeof defaultValue !== "string" && !Array.isArray(defaultValue)) return { ...merged, choices };
  const isSent = sent["defaultValue"] !== undefined;
  const followed = [defaultValue].flat().flatMap((name: unknown) => {
    // names that the request gives come first: two choices may have exchanged their names
    if (isSent && choices.some((choice) => isObject(choice) && choice["name"] === name)) return name;
    const id = typeof name === "string" ? findByName(before.choices, oneLine(name))?.id : undefined;
    const now = choices.find((choice) => isObject(choice) && id !== undefined && choice["id"] === id);
    return isObject(now) ? now["name"] : isSent ? name : [];
  });
  return { ...merged, choices, defaultValue: followed.length > 0 ? followed : undefined };
}

function keepChoiceIds(sent: unknown[], present: Choice[]): unknown[] {
  const given = new Set(sent.map((choice) => (isObject(choice) ? choice["id"] : undefined)));
  const colors = new Map<unknown, unknown>(present.map(({ id, color }) => [id, color]));
  return sent.map((choice) => {
    if (!isObject(choice) || typeof choice["name"] !== "string") return choice;
    if (choice["id"] !== undefined)
      return colors.has(choice["id"]) ? { color: colors.get(choice["id"]), ...choice } : choice;
    const known = findByName(present, oneLine(choice["name"]));
    return known && !given.has(known.id) ? { color: known.color, ...choice, id: known.id } : choice;
  });
}

/** Gives the new name (or id) for the old name (or id) of a choice: undefined for a removed choice, the same text for other texts. */
export type Renames = (text: string) => string | undefined;

/** The new names of choices after a change of options. Undefined if the field has no choices, or if all keep their names. */
export function findRenames(before: unknown, after: unknown): Renames | undefined {
  const [old, now] = [choicesIn(before), choicesIn(after)];
  if (!old || !now) return undefined;
  if (old.every(({ id, name }) => now.some((choice) => choice.id === id && choice.name === name)))
    return undefined;
  const names = new Map(now.map(({ id, name }) => [id, name]));
  const ids = new Map(old.map(({ id }) => [id as string, names.has(id) ? (id as string) : undefined]));
  // filters may hold ids of choices too
  return (text) => {
    const known = findByName(old, text);
    return known ? names.get(known.id) : ids.has(text) ? ids.get(text) : text;
  };
}

/** How many choices were removed. */
export const choicesGone = (before: unknown, after: unknown): number => {
  const left = new Set(choicesIn(after)?.map(({ id }) => id));
  return choicesIn(before)?.filter(({ id }) => !left.has(id)).length ?? 0;
};

const choicesIn = (options: unknown): Choice[] | undefined =>
  (options as { choices?: Choice[] } | undefined)?.choices;

interface Index {
  byId: Map<string, Choice>;
  byName: Map<string, Choice>;
}
const indexes = new WeakMap<Choice[], Index>();

/** A cached index of the choices: a request may name 500 choices in each of its cells. Lists only grow, so new choices are added. */
function indexOf(choices: Choice[]): Index {
  const index = indexes.get(choices) ?? { byId: new Map(), byName: new Map() };
  indexes.set(choices, index);
  for (const choice of choices.slice(index.byId.size)) {
    index.byId.set(choice.id, choice);
    index.byName.set(lookOf(choice.name), choice);
  }
  return index;
}

/** The choice with this name, in any normal form of Unicode. */
export const findByName = (choices: Choice[], name: string) => indexOf(choices).byName.get(lookOf(name));

/** Whether a text is the name or the id of a choice. */
export const isNamed = (choices: Choice[], text: string) =>
  findByName(choices, text) !== undefined || indexOf(choices).byId.has(text);

/** The names of the choices with these ids; removed choices are left out. */
export function namesOf(choices: Choice[], ids: string[]): string[] {
  const { byId } = indexOf(choices);
  return ids.flatMap((id) => byId.get(id)?.name ?? []);
}

const notAChoiceText = (name: string) => `${quoteText(name)} is not the name of a choice of this field`;

/** The refusal of a name that is not a choice. */
export const notAChoice = (name: string, { preventAutoNewOptions }: SelectOptions<unknown>): Refusal =>
  new Refusal(`${notAChoiceText(name)}${preventAutoNewOptions ? "" : "; typecast: true creates choices"}`);

/** The id of the choice with this name; creates the choice if needed, or refuses it if the field forbids that. Undefined for an empty name. */
export function findOrAdd(options: SelectOptions<unknown>, text: string): ChoiceId | undefined | Refusal {
  const name = oneLine(text);
  const known = findByName(options.choices, name);
  if (known || name === "") return known?.id;
  if (options.preventAutoNewOptions) return notAChoice(name, options);
  const refusal = tooLong(name, limits.nameLength);
  if (refusal) return new Refusal(`the name of a choice ${refusal.message}`);
  if (options.choices.length >= limits.choicesPerField)
    return new Refusal(
      `cannot create the choice ${quoteText(name)}: a field may have at most ${limits.choicesPerField} choices`,
    );
  const added = { id: newChoiceId(), name, color: pickColor(options.choices.map(({ color }) => color)) };
  options.choices.push(added);
  return added.id;
}
