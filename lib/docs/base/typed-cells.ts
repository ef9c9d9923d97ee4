/* The cells of one field as JSON Schema: made of the components of the whole document, and narrowed to the choices of the field. */
import type { Family } from "#lib/engine/field-types/shared/operators";
import type { TypedField } from "#lib/engine/typescript/base-types";

/** JSON Schema, or another part of a document. */
export interface DocumentPart {
  readonly [key: string]: unknown;
}
export const isPart = (value: unknown): value is DocumentPart =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** The part of this name; an empty one if there is none. */
export const partIn = (parts: DocumentPart, name: string): DocumentPart => {
  const part = parts[name];
  return isPart(part) ? part : {};
};

/** The names of the components for the cells of a family in answers and in requests; a list of them if `isList`. */
interface Cells {
  answered: string;
  sent?: string;
  isList?: true;
}

/** As lib/openapi/cells.ts names them; a test compares the two. */
export const cellsOfFamilies: Record<Family, Cells> = {
  text: { answered: "TextCell" },
  number: { answered: "NumberCell" },
  boolean: { answered: "CheckboxCell" },
  dateTime: { answered: "DateCell" },
  choice: { answered: "ChoiceCell" },
  choices: { answered: "ChoicesCell" },
  person: { answered: "PersonCell", sent: "SentReference" },
  people: { answered: "PeopleCell", sent: "SentReference", isList: true },
  link: { answered: "LinkCell", sent: "SentReference" },
  links: { answered: "LinksCell", sent: "SentReference", isList: true },
  files: { answered: "AttachmentCell", sent: "SentAttachment", isList: true },
  texts: { answered: "TextsCell" },
  numbers: { answered: "NumbersCell" },
  booleans: { answered: "CheckboxesCell" },
  dateTimes: { answered: "DatesCell" },
  nothing: { answered: "ButtonCell" },
};

const pointAt = (name: string): DocumentPart => ({ $ref: `#/components/schemas/${name}` });

/** The schema of the cells of a field in answers. Computed ones are `readOnly`. */
export function answeredCell(field: TypedField, schemas: DocumentPart): DocumentPart {
  const schema = withChoices(plain(cellsOfFamilies[field.family].answered, schemas), field);
  return field.isComputed ? { ...schema, description: `${field.type}, computed`, readOnly: true } : schema;
}

/** The schema of the cells of a field in requests. Null empties a cell, unless the field must have one. */
export function sentCell(field: TypedField, schemas: DocumentPart): DocumentPart {
  const { answered, sent, isList } = cellsOfFamilies[field.family];
  const one = sent ? pointAt(sent) : withChoices(plain(answered, schemas), field);
  const schema = isList ? { type: "array", items: one } : one;
  if (field.isNeverEmpty) return schema;
  const { type, ...more } = schema;
  const isOne = typeof type === "string" && !("enum" in more);
  return isOne ? { type: [type, "null"], ...more } : { anyOf: [schema, { type: "null" }] };
}

/** A simple component as it is, without its words: the name of the field says more. Others are referred to. */
function plain(name: string, schemas: DocumentPart): DocumentPart {
  const { description: _, examples: __, ...schema } = partIn(schemas, name);
  return "properties" in schema || JSON.stringify(schema).includes("$ref") ? lists(name, schema) : schema;
}

const lists = (name: string, { type, items }: DocumentPart): DocumentPart =>
  type === "array" && isPart(items) && !("properties" in items) ? { type, items } : pointAt(name);

function withChoices(schema: DocumentPart, { choices = [], dbFieldName }: TypedField): DocumentPart {
  if (choices.length === 0) return schema;
  const names = choices.map(({ name }) => name);
  // openapi-python-client names the class by the title; a name of signs alone would give none
  const one = { type: "string", title: dbFieldName, enum: names, ...variableNames(names) };
  return schema["type"] === "array" ? { type: "array", items: one } : one;
}

/** Names for the members of an enumeration, for generators: where those that they would make are empty or alike. */
function variableNames(names: readonly string[]): { "x-enum-varnames"?: string[] } {
  const made = names.map((name) => name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_"));
  const isGood = made.every((name, i) => /^[A-Z]/.test(name) && made.indexOf(name) === i);
  return isGood
    ? {}
    : { "x-enum-varnames": made.map((name, i) => `CHOICE_${i + 1}_${name}`.replace(/_+$/, "")) };
}

const examples: Partial<Record<Family, unknown>> = {
  text: "Text",
  number: 1,
  boolean: true,
  dateTime: "2026-01-31T00:00:00.000Z",
};

/** A value that the field takes; undefined for what must exist first, such as a person. */
export function exampleCell({ family, choices = [] }: TypedField): unknown {
  const [first] = choices;
  if (family === "choice") return first?.name;
  if (family === "choices") return first && [first.name];
  return examples[family];
}
