/* The choices of a select field. Cells hold their ids, requests and answers their names. */
import * as z from "zod";
import { Color, pickColor } from "#lib/engine/values/colors";
import { ChoiceId, newChoiceId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Refusal } from "./field-type.ts";
import { oneLine, quoteText, tooLong } from "./text.ts";

export interface Choice {
  id: ChoiceId;
  name: string;
  color: z.infer<typeof Color>;
}

/** What both kinds of select field have; what a default is differs. */
export interface SelectOptions<Default> {
  choices: Choice[];
  preventAutoNewOptions?: boolean | undefined;
  defaultValue?: Default;
}

const ChoiceName = z.lazy(() => z.string().overwrite(oneLine));
const ChoiceInput = z.lazy(() =>
  z.strictObject({
    id: ChoiceId.optional(),
    name: z.string().overwrite(oneLine).min(1, "must not be empty").max(limits.nameLength),
    color: Color.optional(),
  }),
);

/** Options as sent, the default still as names that need not be choices. */
export const SelectInput = z.lazy(() =>
  z.strictObject({
    choices: z
      .array(ChoiceInput)
      .max(limits.choicesPerField, {
        error: ({ input }) => `must be at most ${limits.choicesPerField} choices, are ${lengthOf(input)}`,
      })
      // also beside other issues, for all are to be named
      .superRefine(refuseRepeated, { when: ({ value }) => Array.isArray(value) })
      .transform(completed)
      .default([]),
    preventAutoNewOptions: z.boolean().optional(),
    defaultValue: z.union([ChoiceName, z.array(ChoiceName)]).optional(),
  }),
);

const lengthOf = (input: unknown) => (Array.isArray(input) ? input.length : 0);

function refuseRepeated(choices: unknown[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [i, choice] of choices.entries())
    for (const member of ["id", "name"]) {
      const value: unknown = typeof choice === "object" && choice ? Reflect.get(choice, member) : undefined;
      if (typeof value !== "string" || value === "") continue;
      const key = `${member} ${value}`;
      if (seen.has(key))
        context.addIssue({
          code: "custom",
          path: [i, member],
          message: `another choice has the ${member} ${quoteText(value)}`,
        });
      seen.add(key);
    }
}

/** With ids, and colors of which none repeats before all are used. */
function completed(inputs: z.infer<typeof ChoiceInput>[]): Choice[] {
  const used = inputs.flatMap(({ color }) => color ?? []);
  return inputs.map(({ id = newChoiceId(), name, color }) => {
    const picked = color ?? pickColor(used);
    used.push(picked);
    return { id, name, color: picked };
  });
}

/**
 * Options as sent for a field that has choices: one without an id that is named as one of them is that one, so that a client
 * that knows names only takes nothing out of cells. Whatever is wrong with them is left for the schema to say.
 */
export function keepChoiceIds(sent: unknown, { choices }: SelectOptions<unknown>): unknown {
  const list: unknown = isObject(sent) ? sent["choices"] : undefined;
  if (!isObject(sent) || !Array.isArray(list)) return sent;
  const given = new Set(list.map((choice) => (isObject(choice) ? choice["id"] : undefined)));
  return {
    ...sent,
    choices: list.map((choice: unknown) => {
      if (!isObject(choice) || typeof choice["name"] !== "string" || choice["id"] !== undefined)
        return choice;
      const known = findByName(choices, oneLine(choice["name"]));
      return known && !given.has(known.id) ? { color: known.color, ...choice, id: known.id } : choice;
    }),
  };
}

const isObject = (value: unknown): value is { [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a choice is named after a change of options, by what it was named before; undefined where it is gone. */
export function findRenames(
  before: unknown,
  after: unknown,
): ((text: string) => string | undefined) | undefined {
  const [old, now] = [choicesIn(before), choicesIn(after)];
  if (!old || !now) return undefined;
  const names = new Map(now.map(({ id, name }) => [id, name]));
  const byName = new Map(old.map(({ id, name }) => [name, names.get(id)]));
  const ids = new Map(old.map(({ id }) => [id as string, names.has(id) ? (id as string) : undefined]));
  // a filter may hold ids of choices too
  return (text) => (byName.has(text) ? byName.get(text) : ids.has(text) ? ids.get(text) : text);
}

/** How many choices of one list are not in the other. */
export const choicesGone = (before: unknown, after: unknown): number => {
  const left = new Set(choicesIn(after)?.map(({ id }) => id));
  return choicesIn(before)?.filter(({ id }) => !left.has(id)).length ?? 0;
};

const choicesIn = (options: unknown): Choice[] | undefined =>
  (options as { choices?: Choice[] } | undefined)?.choices;

/** The names in a default that are choices, each once. */
export function namesAmong(choices: Choice[], names: string | string[] = []): string[] {
  return [...new Set([names].flat())].filter((name) => findByName(choices, name));
}

interface Index {
  byId: Map<string, Choice>;
  byName: Map<string, Choice>;
}
const indexes = new WeakMap<Choice[], Index>();

/** A request may name 500 choices in each of its cells. Lists only ever grow, so what was appended since is added. */
function indexOf(choices: Choice[]): Index {
  const index = indexes.get(choices) ?? { byId: new Map(), byName: new Map() };
  indexes.set(choices, index);
  for (const choice of choices.slice(index.byId.size)) {
    index.byId.set(choice.id, choice);
    index.byName.set(choice.name, choice);
  }
  return index;
}

export const findByName = (choices: Choice[], name: string) => indexOf(choices).byName.get(name);

/** Whether a text is the name or the id of a choice. */
export const isNamed = (choices: Choice[], text: string) =>
  indexOf(choices).byName.has(text) || indexOf(choices).byId.has(text);

/** The names behind stored ids; a choice that has been removed is left out. */
export function namesOf(choices: Choice[], ids: string[]): string[] {
  const { byId } = indexOf(choices);
  return ids.flatMap((id) => byId.get(id)?.name ?? []);
}

export const notAChoice = (name: string, { preventAutoNewOptions }: SelectOptions<unknown>): Refusal =>
  new Refusal(
    `${quoteText(name)} is not the name of a choice of this field${preventAutoNewOptions ? "" : "; typecast: true creates choices"}`,
  );

/** The id of the choice with this name, which is made if there is none; undefined where the field forbids that. */
export function findOrAdd(options: SelectOptions<unknown>, text: string): ChoiceId | undefined | Refusal {
  const name = oneLine(text);
  const known = findByName(options.choices, name);
  if (known || name === "" || options.preventAutoNewOptions) return known?.id;
  const refusal = tooLong(name, limits.nameLength);
  if (refusal) return new Refusal(`the name of a choice ${refusal.message}`);
  if (options.choices.length >= limits.choicesPerField)
    return new Refusal(
      `cannot create the choice ${quoteText(name)}: the field has ${limits.choicesPerField}, the most it may have`,
    );
  const added = { id: newChoiceId(), name, color: pickColor(options.choices.map(({ color }) => color)) };
  options.choices.push(added);
  return added.id;
}
