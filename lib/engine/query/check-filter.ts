/* Checks the operators and values of a filter against its fields. lib/schemas/tables/filter.ts has checked its shape before. */

import { type Choice, isNamed } from "#lib/engine/field-types/shared/choices";
import {
  arrayOperators,
  type Family,
  keptOperatorsOf,
  type Operator,
  operatorsOf,
} from "#lib/engine/field-types/shared/operators";
import { typeOf } from "#lib/engine/fields/field";
import type { FieldKeys } from "#lib/engine/fields/field-keys";
import { looksUpLate, mustNotLookUpLate } from "#lib/engine/fields/formula-kinds";
import { isTimeZone } from "#lib/engine/values/time-zones";
import type { ViewField } from "#lib/engine/view-types/shared/view-type";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import { isUserId } from "#lib/schemas/basics/ids";
import { dayModes, stretchModes } from "#lib/schemas/records/filter-dates";
import { type Filter, type FilterDate, type FilterItem, isFilterGroup } from "#lib/schemas/tables/filter";
import { operatorOf, spellings } from "./operator-symbols.ts";

interface Fault {
  path: PropertyKey[];
  message: string;
}
const fault = (path: PropertyKey[], message: string): Fault[] => [{ path, message }];

/**
 * A view is stored, so its filter may name choices that do not exist yet; in the filter of a request such a name is a mistake. When a
 * stored filter is used, it may be older than the last change of the field.
 */
type Of = "view" | "request" | "use";

/** All issues of a filter. `keys` names fields as the request does; `at` is the path of the filter. */
export function checkFilter(
  filter: Filter,
  keys: FieldKeys<ViewField>,
  at: readonly PropertyKey[],
  of: Of = "request",
): Issue[] {
  return filter.filterSet.flatMap((entry, i) => {
    const path = [...at, "filterSet", i];
    if (isFilterGroup(entry)) return checkFilter(entry, keys, path, of);
    const field = keys.get(entry.fieldId);
    const faults = field ? itemFaults(entry, field, of) : fault(["fieldId"], keys.explain(entry.fieldId));
    return faults.map((found) => ({ path: pathOf([...path, ...found.path]), message: found.message }));
  });
}

const familyOf = (field: ViewField): Family => typeOf(field).family(field.options);

/** Whether the item is still valid: the filter of a view may be older than the last change of the field. */
export const isApplicable = (item: FilterItem, field: ViewField): boolean =>
  itemFaults(item, field, "use").length === 0;

function itemFaults(item: FilterItem, field: ViewField, of: Of): Fault[] {
  const family = familyOf(field);
  if (family === "nothing")
    return fault(["fieldId"], `is a ${field.type} field, which cannot be filtered by`);
  if (looksUpLate(field)) return fault(["fieldId"], mustNotLookUpLate);
  const known = of === "use" ? keptOperatorsOf(family) : operatorsOf[family];
  const operator = operatorOf(item, known);
  if (!operator)
    return fault(["operator"], `must be one of ${spellings(known, item).join(", ")} for this field`);

  const { value } = item;
  if (value === null) return [];
  if (operator === "isEmpty" || operator === "isNotEmpty")
    return fault(["value"], `must be null with ${item.operator}`);
  if (Array.isArray(value) !== arrayOperators.has(operator))
    return fault(["value"], `must ${Array.isArray(value) ? "not be" : "be"} a list with ${item.operator}`);
  const faultsOf = (one: Scalar | FilterDate, at: PropertyKey[]) =>
    of !== "request" && typeof one === "string" && kinds[family] === "choice"
      ? []
      : valueFaults(one, operator, field, at);
  if (!Array.isArray(value)) return faultsOf(value, ["value"]);
  if (value.length === 0) return fault(["value"], "must not be empty; send null to ignore the item");
  return value.flatMap((element, i) => faultsOf(element, ["value", i]));
}

function valueFaults(
  value: Scalar | FilterDate,
  operator: Operator,
  field: ViewField,
  at: PropertyKey[],
): Fault[] {
  const kind = kinds[familyOf(field)];
  if (kind === "dateTime")
    return typeof value === "object" ? dateFaults(value, operator, at) : fault(at, mustBeDate);
  if (kind !== "choice") return fits[kind](value) ? [] : fault(at, must[kind]);
  const isChoice = typeof value === "string" && isNamed(choicesOf(field) ?? [], value);
  return isChoice ? [] : fault(at, `must be the name of a choice of ${field.name}`);
}

const mustBeDate =
  'must be {"mode":"exactDate","exactDate":"2026-12-01T00:00:00.000Z","timeZone":"UTC"}, or a mode such as today';

function dateFaults({ mode, timeZone }: FilterDate, operator: Operator, at: PropertyKey[]): Fault[] {
  const modes: readonly string[] = operator === "isWithIn" ? stretchModes : dayModes;
  const faults: Fault[] = [];
  if (!modes.includes(mode))
    faults.push(...fault([...at, "mode"], `must be one of ${modes.join(", ")} with ${operator}`));
  if (!isTimeZone(timeZone))
    faults.push(...fault([...at, "timeZone"], "must be the name of a time zone, for example Europe/Berlin"));
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

/** The kind of value for the cells of each family. `files` and `nothing` have no operator that takes a value. */
const kinds: Record<Family, keyof typeof fits | "choice" | "dateTime"> = {
  text: "string",
  number: "number",
  boolean: "boolean",
  dateTime: "dateTime",
  choice: "choice",
  choices: "choice",
  person: "person",
  people: "person",
  texts: "string",
  numbers: "number",
  booleans: "boolean",
  dateTimes: "dateTime",
  // ids or titles
  link: "string",
  links: "string",
  files: "string",
  nothing: "string",
};

/** The choices of a field that has some. */
export const choicesOf = ({ options }: ViewField) => (options as { choices?: Choice[] } | undefined)?.choices;
