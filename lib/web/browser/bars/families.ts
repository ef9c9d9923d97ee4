/* How the cells of a field are filtered and sorted: its family, as the engine decides it, from what an answer says of the field. */
import { arrayOperators, type Family, type Operator } from "#lib/engine/field-types/shared/operators";
import type { Field } from "#lib/schemas/tables/field";

type Known = Pick<Field, "type" | "cellValueType" | "isMultipleCellValue">;

const ofOne: Record<Field["cellValueType"], Family> = {
  string: "text",
  number: "number",
  boolean: "boolean",
  dateTime: "dateTime",
};
const ofMany: Record<Field["cellValueType"], Family> = {
  string: "texts",
  number: "numbers",
  boolean: "booleans",
  dateTime: "dateTimes",
};

/** Types whose cells are no plain values: alone, and as a list. */
const special: { [type: string]: readonly [Family, Family] } = {
  singleSelect: ["choice", "choices"],
  multipleSelect: ["choices", "choices"],
  user: ["person", "people"],
  createdBy: ["person", "people"],
  lastModifiedBy: ["person", "people"],
  link: ["link", "links"],
  attachment: ["files", "files"],
  button: ["nothing", "nothing"],
};

export function familyOf({ type, cellValueType, isMultipleCellValue }: Known): Family {
  const [one, many] = special[type] ?? [ofOne[cellValueType], ofMany[cellValueType]];
  return isMultipleCellValue ? many : one;
}

/** Whether records can be sorted and grouped by the field; also filtered, unless it has files. */
export const isOrderable = (field: Known): boolean => familyOf(field) !== "nothing";

/** How the value of a condition is chosen. */
export type ValueInput =
  | "none"
  | "text"
  | "texts"
  | "number"
  | "boolean"
  | "choice"
  | "choices"
  | "person"
  | "people"
  | "day"
  | "stretch";

export const needsNoValue = (operator: string): boolean =>
  operator === "isEmpty" || operator === "isNotEmpty";

export function valueInputOf(family: Family, operator: Operator): ValueInput {
  if (needsNoValue(operator)) return "none";
  const isList = arrayOperators.has(operator);
  switch (family) {
    case "choice":
    case "choices":
      return isList ? "choices" : "choice";
    case "person":
    case "people":
      return isList ? "people" : "person";
    case "number":
    case "numbers":
      return "number";
    case "boolean":
    case "booleans":
      return "boolean";
    case "dateTime":
    case "dateTimes":
      return operator === "isWithIn" ? "stretch" : "day";
    default:
      return isList ? "texts" : "text";
  }
}
