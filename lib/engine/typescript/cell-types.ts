/* The TypeScript types of cells and of filter values, by family: that of a formula, a lookup and a rollup is the family of its result. */
import { type Family, operatorsOf } from "#lib/engine/field-types/shared/operators";
import { dayModes, stretchModes } from "#lib/schemas/records/filter-dates";

export interface CellType {
  /** The type in answers. */
  answered: string;
  /** The type in requests. */
  sent: string;
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

/** The types of the cells of a family. `choices`: the names of the choices, if the field has some. */
export function cellTypeOf(family: Family, choices: readonly { name: string }[] = []): CellType {
  const names = choices.length > 0 ? quoted(choices.map(({ name }) => name)) : "string";
  return { ...families[family](names), operators: operatorsOf[family] };
}

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
