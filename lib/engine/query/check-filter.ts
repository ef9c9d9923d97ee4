/* What a filter's operators and values mean to the fields they are about; its shape is checked already (lib/schemas/tables/filter.ts). */

import { type Choice, isNamed } from "#lib/engine/field-types/shared/choices";
import {
  arrayOperators,
  type Family,
  type Operator,
  operatorsOf,
} from "#lib/engine/field-types/shared/operators";
import { typeOf } from "#lib/engine/fields/field";
import { isTimeZone } from "#lib/engine/values/time-zones";
import type { ViewField } from "#lib/engine/view-types/shared/view-type";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import { isUserId } from "#lib/schemas/basics/ids";
import {
  dayModes,
  type Filter,
  type FilterDate,
  type FilterItem,
  isFilterGroup,
  stretchModes,
} from "#lib/schemas/tables/filter";
import { noField } from "./check-orders.ts";
import { operatorOf, spellings } from "./operator-symbols.ts";

interface Fault {
  path: PropertyKey[];
  message: string;
}
const fault = (path: PropertyKey[], message: string): Fault[] => [{ path, message }];

/** `fieldOf` finds a field by what the request calls it; `at` is the path of the filter. */
export function checkFilter(
  filter: Filter,
  fieldOf: (key: string) => ViewField | undefined,
  at: readonly PropertyKey[],
): Issue[] {
  return filter.filterSet.flatMap((entry, i) => {
    const path = [...at, "filterSet", i];
    if (isFilterGroup(entry)) return checkFilter(entry, fieldOf, path);
    const field = fieldOf(entry.fieldId);
    const faults = field ? itemFaults(entry, field) : fault(["fieldId"], noField);
    return faults.map((found) => ({ path: pathOf([...path, ...found.path]), message: found.message }));
  });
}

const familyOf = ({ type, options }: ViewField): Family => typeOf({ type }).family(options);

/** Whether a request could hold the item as the field is now: what a view says may be older. */
export const isApplicable = (item: FilterItem, field: ViewField): boolean =>
  itemFaults(item, field).length === 0;

function itemFaults(item: FilterItem, field: ViewField): Fault[] {
  const family = familyOf(field);
  if (family === "nothing")
    return fault(["fieldId"], `is a ${field.type} field, which holds nothing to filter by`);
  const known = operatorsOf[family];
  const operator = operatorOf(item, known);
  if (!operator)
    return fault(["operator"], `must be one of ${spellings(known, item).join(", ")} for this field`);

  const { value } = item;
  if (value === null) return [];
  if (operator === "isEmpty" || operator === "isNotEmpty")
    return fault(["value"], `must be null with ${item.operator}`);
  if (Array.isArray(value) !== arrayOperators.has(operator))
    return fault(["value"], `must ${Array.isArray(value) ? "not be" : "be"} a list with ${item.operator}`);
  if (!Array.isArray(value)) return valueFaults(value, operator, field, ["value"]);
  if (value.length === 0) return fault(["value"], "must hold something; null leaves the item out");
  return value.flatMap((element, i) => valueFaults(element, operator, field, ["value", i]));
}

function valueFaults(
  value: Scalar | FilterDate,
  operator: Operator,
  field: ViewField,
  at: PropertyKey[],
): Fault[] {
  const kind = kinds[familyOf(field)];
  if (kind === "dateTime")
    return typeof value === "object"
      ? dateFaults(value, operator, at)
      : fault(at, "must be a date object: { mode, timeZone, … }");
  if (kind !== "choice") return fits[kind](value) ? [] : fault(at, must[kind]);
  const isChoice = typeof value === "string" && isNamed(choicesOf(field) ?? [], value);
  return isChoice ? [] : fault(at, `must be the name of a choice of ${field.name}`);
}

function dateFaults({ mode, timeZone }: FilterDate, operator: Operator, at: PropertyKey[]): Fault[] {
  const modes: readonly string[] = operator === "isWithIn" ? stretchModes : dayModes;
  const faults: Fault[] = [];
  if (!modes.includes(mode))
    faults.push(...fault([...at, "mode"], `must be one of ${modes.join(", ")} with ${operator}`));
  if (!isTimeZone(timeZone))
    faults.push(...fault([...at, "timeZone"], "must be the name of a time zone, such as Europe/Berlin"));
  return faults;
}

type Scalar = string | number | boolean;

const fits = {
  string: (value: unknown) => typeof value === "string",
  number: (value: unknown) => typeof value === "number",
  boolean: (value: unknown) => typeof value === "boolean",
  person: (value: unknown) => value === "Me" || (typeof value === "string" && isUserId(value)),
};
const must = {
  string: "must be text",
  number: "must be a number",
  boolean: "must be true, false or null",
  person: "must be the id of a user, or Me",
};

/** What a value is about a cell of each family; those of no kind know no operator that takes a value. */
const kinds: Record<Family, keyof typeof fits | "choice" | "dateTime"> = {
  text: "string",
  number: "number",
  boolean: "boolean",
  dateTime: "dateTime",
  choice: "choice",
  choices: "choice",
  person: "person",
  people: "person",
  files: "string",
  nothing: "string",
};

const choicesOf = ({ options }: ViewField) => (options as { choices?: Choice[] } | undefined)?.choices;
