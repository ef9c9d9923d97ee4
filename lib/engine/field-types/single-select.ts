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
import { unquoted } from "#lib/engine/values/lists";

type Options = SelectOptions<string>;

const Options: z.ZodType<Options> = z.lazy(() =>
  SelectInput.transform(({ defaultValue, ...options }) => {
    const [name] = [defaultValue ?? []].flat();
    return name === undefined ? options : { ...options, defaultValue: name };
  }),
);

const mustBeName = new Refusal("must be the name of a choice");

export const singleSelect: FieldType<Options, string> = {
  type: "singleSelect",
  defaultName: () => "Select",
  options: Options,
  initialOptions: () => ({ choices: [] }),
  adopt: adoptChoices,
  cellValueType: "string",
  dbFieldType: () => "TEXT",
  isMultiple: () => false,
  canBe: { primary: true, unique: false, notNull: true },
  ai: "oneChoice",
  family: () => "choice",
  statistics: () => statisticsOf.text,
  initialCell: ({ choices, defaultValue = "" }) => findByName(choices, defaultValue)?.id,
  read(value, options) {
    if (typeof value !== "string") return mustBeName;
    return findByName(options.choices, value)?.id ?? notAChoice(value, options);
  },
  typecast(value, options) {
    const named: unknown = Array.isArray(value) ? value[0] : value;
    if (named === null || named === undefined) return undefined;
    if (typeof named === "object") return mustBeName;
    const text = textOf(named);
    // an item of a list is the name itself
    return findOrAdd(options, Array.isArray(value) ? text : nameIn(text, options));
  },
  json: (cell, { choices }) => namesOf(choices, [cell])[0],
  text: (cell, { choices }) => namesOf(choices, [cell])[0] ?? "",
};

/** The name in a text: as it is, or in quotes as in a list, if that is a choice. */
function nameIn(text: string, { choices }: Options): string {
  const item = findByName(choices, oneLine(text)) ? undefined : unquoted(text);
  return item !== undefined && findByName(choices, oneLine(item)) ? item : text;
}
