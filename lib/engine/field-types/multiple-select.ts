import * as z from "zod";
import {
  adoptChoices,
  findByName,
  findOrAdd,
  namesOf,
  notAChoice,
  SelectInput,
  type SelectOptions,
} from "#lib/engine/field-types/shared/choices";
import { type FieldType, Refusal } from "#lib/engine/field-types/shared/field-type";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import { oneLine, textOf } from "#lib/engine/field-types/shared/text";
import { joinList, splitList } from "#lib/engine/values/lists";

type Options = SelectOptions<string[]>;

const Options: z.ZodType<Options> = z.lazy(() =>
  SelectInput.transform(({ defaultValue, ...options }) => {
    const names = [...new Set([defaultValue ?? []].flat())];
    return names.length === 0 ? options : { ...options, defaultValue: names };
  }),
);

export const multipleSelect: FieldType<Options, string[]> = {
  type: "multipleSelect",
  defaultName: () => "Tags",
  options: Options,
  initialOptions: () => ({ choices: [] }),
  adopt: adoptChoices,
  cellValueType: "string",
  dbFieldType: () => "JSON",
  isMultiple: () => true,
  canBe: { primary: true, unique: false, notNull: true },
  ai: "choices",
  family: () => "choices",
  statistics: () => statisticsOf.text,
  initialCell: ({ choices, defaultValue = [] }) =>
    someOf([...new Set(defaultValue.flatMap((name) => findByName(choices, name)?.id ?? []))]),
  /** A cell is a set: a repeated name counts once. */
  read(value, options) {
    if (!Array.isArray(value) || value.length === 0 || !value.every((name) => typeof name === "string"))
      return new Refusal("must be an array of at least one choice name, or null");
    const ids = new Set<string>();
    for (const name of value) {
      const choice = findByName(options.choices, name);
      if (!choice) return notAChoice(name, options);
      ids.add(choice.id);
    }
    return [...ids];
  },
  typecast(value, options) {
    const ids = new Set<string>();
    const names = namesIn(value, options);
    if (names instanceof Refusal) return names;
    for (const name of new Set(names)) {
      const id = findOrAdd(options, name);
      if (id instanceof Refusal) return id;
      if (id !== undefined) ids.add(id);
    }
    return someOf([...ids]);
  },
  json: (cell, { choices }) => someOf(namesOf(choices, cell)),
  text: (cell, { choices }) => joinList(namesOf(choices, cell)),
  written: (cell, { choices }) =>
    joinList(namesOf(choices, cell), ", ", (text) => findByName(choices, text) !== undefined),
  elements: (cell, { choices }) => namesOf(choices, cell),
};

/**
 * The names in a value. A text is a list with commas or line breaks. It is one name only if a choice has this name and its parts are no
 * choices: two names must not become a third one. Each element of an array is one name.
 */
function namesIn(value: unknown, { choices }: Options): string[] | Refusal {
  const elements: unknown[] = Array.isArray(value) ? value : [value];
  if (elements.some((each) => typeof each === "object" && each !== null))
    return new Refusal("must be names of choices, as an array or as text with commas");
  if (Array.isArray(value)) return elements.map(textOf);
  const text = textOf(value).trim();
  const lines = splitList(text).flatMap((item) => item.split(/[\r\n]/));
  const items = lines.map(oneLine).filter((item) => item !== "");
  return findByName(choices, text) && !items.every((name) => findByName(choices, name)) ? [text] : items;
}

const someOf = (items: string[]) => (items.length > 0 ? items : undefined);
