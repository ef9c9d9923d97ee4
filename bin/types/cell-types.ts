/* The TypeScript types of cells and of filter values, by family. The field type in lib/engine says which family a field has. */
import { formulaOf } from "#lib/engine/field-types/formula";
import { fieldTypes } from "#lib/engine/field-types/index";
import { type Family, operatorsOf } from "#lib/engine/field-types/shared/operators";
import { dayModes, stretchModes } from "#lib/schemas/tables/filter";
import type { ShownField } from "./read-base.ts";

export interface CellType {
  /** The type in answers. */
  answered: string;
  /** The type in requests. Undefined for a field type that this version does not know: it cannot be sent. */
  sent?: string;
  /** The type of the values that a filter compares the cell with. */
  compared: string;
  operators: readonly string[];
}

const quoted = (texts: readonly string[]) => texts.map((text) => JSON.stringify(text)).join(" | ");

/** The types that every file begins with. */
export const sharedTypes = {
  Person: `{ id: string; title: string; email?: string; avatarUrl?: string }`,
  SentPerson: `{ id: string; title?: string; email?: string; avatarUrl?: string }`,
  Attachment: `{
  id: string;
  name: string;
  token: string;
  size: number;
  mimetype: string;
  width?: number;
  height?: number;
  path: string;
  presignedUrl: string;
  smThumbnailUrl?: string;
  lgThumbnailUrl?: string;
}`,
  SentAttachment: `{ name: string; token: string; id?: string }`,
  FilterDate: `{
  mode:
    | ${quoted([...dayModes, ...stretchModes]).replaceAll(" | ", "\n    | ")};
  numberOfDays?: number;
  exactDate?: string;
  timeZone: string;
}`,
  LinkedRecord: "{ id: string; title?: string }",
  SentLink: "{ id: string }",
  "Filter<Item>": `{ conjunction: "and" | "or"; filterSet: (Item | Filter<Item>)[] }`,
} as const;

const one = (type: string) => ({ answered: type, sent: type, compared: type });

const families: Record<Family, (names: string) => Omit<CellType, "operators">> = {
  text: () => one("string"),
  number: () => one("number"),
  boolean: () => one("boolean"),
  dateTime: () => ({ answered: "string", sent: "string", compared: "FilterDate" }),
  texts: () => ({ ...one("string[]"), compared: "string" }),
  numbers: () => ({ ...one("number[]"), compared: "number" }),
  booleans: () => ({ ...one("boolean[]"), compared: "boolean" }),
  dateTimes: () => ({ ...one("string[]"), compared: "FilterDate" }),
  choice: (names) => ({ ...one(names), compared: `${names} | (${names})[]` }),
  choices: (names) => ({ ...one(`(${names})[]`), compared: `(${names})[]` }),
  person: () => ({ answered: "Person", sent: "SentPerson", compared: "string | string[]" }),
  people: () => ({ answered: "Person[]", sent: "SentPerson[]", compared: "string[]" }),
  link: () => ({ answered: "LinkedRecord", sent: "SentLink", compared: "string | string[]" }),
  links: () => ({ answered: "LinkedRecord[]", sent: "SentLink[]", compared: "string | string[]" }),
  files: () => ({ answered: "Attachment[]", sent: "SentAttachment[]", compared: "never" }),
  nothing: () => ({ ...one("{ count: number }"), compared: "never" }),
};

/** The types of a field's cells. A type of a newer server is `unknown`. */
export function cellTypeOf({ type, options, ...field }: ShownField): CellType {
  const known = type === "formula" ? formulaOf(resultOf(field)) : fieldTypes.get(type);
  if (!known) return { answered: "unknown", compared: "never", operators: [] };
  const family = known.family(options);
  const { choices = [] } = options as { choices?: { name: string }[] };
  const names = choices.length > 0 ? quoted(choices.map(({ name }) => name)) : "string";
  return { ...families[family](names), operators: operatorsOf[family] };
}

const kindOf = { string: "text", number: "number", boolean: "boolean", dateTime: "date" } as const;

/** What a formula field gives. */
const resultOf = ({
  cellValueType,
  isMultipleCellValue,
}: Pick<ShownField, "cellValueType" | "isMultipleCellValue">) => ({
  kind: kindOf[cellValueType],
  isList: isMultipleCellValue === true,
});

/** One line of a filter for each way in which the field can be compared. */
export function filterItemsOf(key: string, cell: CellType): string[] {
  const empty = cell.operators.filter((each) => /^is(Not)?Empty$/.test(each));
  const other = cell.operators.filter((each) => !empty.includes(each));
  const item = (operators: string[], value: string) =>
    operators.length > 0
      ? [`{ fieldId: ${JSON.stringify(key)}; operator: ${quoted(operators)}; value: ${value} }`]
      : [];
  return [...item(other, `${cell.compared} | null`), ...item(empty, "null")];
}
