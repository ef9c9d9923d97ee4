/* The cells of each family of field types, as components. The file of a type in lib/engine/field-types says which family it has. */
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import type { Family } from "#lib/engine/field-types/shared/operators";
import type { Schema } from "./shape.ts";

const point = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const text = (description: string, more: Partial<Schema> = {}): Schema => ({
  type: "string",
  description,
  ...more,
});

/** The name of the cells of a family, and what they look like in answers. */
const cells: Record<Family, readonly [name: string, schema: Schema]> = {
  text: ["TextCell", text("Text.", { examples: ["Ada"] })],
  number: ["NumberCell", { type: "number", description: "A number, or a rating.", examples: [3.5] }],
  boolean: ["CheckboxCell", { type: "boolean", description: "Checked. An empty cell is not checked." }],
  dateTime: [
    "DateCell",
    text("A time: ISO 8601 in UTC.", { format: "date-time", examples: ["2026-01-31T00:00:00.000Z"] }),
  ],
  choice: ["ChoiceCell", text("The name of a choice.", { examples: ["light"] })],
  choices: [
    "ChoicesCell",
    {
      type: "array",
      items: { type: "string" },
      description: "The names of choices.",
      examples: [["light", "heavy"]],
    },
  ],
  person: [
    "PersonCell",
    {
      type: "object",
      description: "A person.",
      properties: {
        id: { ...point("UserId"), description: "The id of the user." },
        title: text("The name of the user."),
        email: text("The e-mail address, where the caller may see it."),
        avatarUrl: text("The address of the picture."),
      },
      required: ["id", "title"],
    },
  ],
  people: ["PeopleCell", { type: "array", items: point("PersonCell"), description: "People." }],
  link: [
    "LinkCell",
    {
      type: "object",
      description: "A linked record.",
      properties: {
        id: { ...point("RecordId"), description: "The id of the record." },
        title: text("Its title; absent for a record without one."),
      },
      required: ["id"],
    },
  ],
  links: ["LinksCell", { type: "array", items: point("LinkCell"), description: "Linked records, in order." }],
  files: [
    "AttachmentCell",
    {
      type: "array",
      description: "Files.",
      items: {
        type: "object",
        properties: {
          id: text("The id of the attachment."),
          name: text("The name of the file."),
          token: text(
            "The token of the file; another record can hold the same file by it. Absent in shares.",
          ),
          size: { type: "integer", description: "In bytes." },
          mimetype: text("The content type.", { examples: ["image/png"] }),
          width: { type: "integer", description: "In pixels, for images." },
          height: { type: "integer", description: "In pixels, for images." },
          path: text("The path of the file at this service."),
          presignedUrl: text("A signed address, which expires and needs no token."),
          smThumbnailUrl: text("The same for a picture 56 pixels high, for images."),
          lgThumbnailUrl: text("The same for a picture 525 pixels high, for images."),
        },
        required: ["id", "name", "size", "mimetype", "path", "presignedUrl"],
      },
    },
  ],
  texts: ["TextsCell", { type: "array", items: point("TextCell"), description: "Texts of a formula." }],
  numbers: [
    "NumbersCell",
    { type: "array", items: point("NumberCell"), description: "Numbers of a formula." },
  ],
  booleans: [
    "CheckboxesCell",
    { type: "array", items: point("CheckboxCell"), description: "Values of a formula, all true." },
  ],
  dateTimes: ["DatesCell", { type: "array", items: point("DateCell"), description: "Dates of a formula." }],
  nothing: [
    "ButtonCell",
    {
      type: "object",
      description: "The clicks of a button.",
      properties: { count: { type: "integer", description: "How many." } },
      required: ["count"],
    },
  ],
};

/** The names of the kinds of cells that a field type can have. */
export function cellNames(type: FieldType<unknown>): string[] {
  if (type.type === "formula") return familiesOfFormulas.map((family) => cells[family][0]);
  const initial = type.initialOptions() as object;
  const families = [initial, { ...initial, isMultiple: true }, { ...initial, relationship: "manyOne" }].map(
    (options) => type.family(options),
  );
  return [...new Set(families)].map((family) => cells[family][0]);
}

/** The kinds of cells that a field type can have. For programs: `x-cells` of the schema of a field. */
export const cellsOf = (type: FieldType<unknown>): Schema[] => cellNames(type).map(point);

const familiesOfFormulas = [
  ...["text", "number", "boolean", "dateTime"],
  ...["texts", "numbers", "booleans", "dateTimes"],
] as Family[];

const cellsSent = ["NewRecord", "RecordCells", "ChangedRecord", "RecordsToUpdate", "FormSubmission"];

const sharedWords: Record<string, string> = {
  id: "The id of the user, the record or the attachment.",
  title: "The name of the user, or the title of the record; absent for a record without one.",
};

/**
 * The one object that a cell in an answer can be. If each kind were an alternative, generators that take the first one that fits would make
 * people of linked records.
 */
function answeredObject(kinds: readonly Schema[]): Schema {
  const properties: NonNullable<Schema["properties"]> = {};
  for (const kind of kinds)
    for (const [name, member] of Object.entries(kind.properties ?? {})) {
      const words = sharedWords[name];
      properties[name] = words ? { type: "string", description: words } : member;
    }
  return {
    type: "object",
    description:
      "A person (PersonCell), a linked record (LinkCell), a file (an item of AttachmentCell) or the clicks of a button (ButtonCell): the type of the field says which.",
    properties,
  };
}

/** One of these, or a list of them. */
const oneOrMore = (one: Schema[]): Schema[] => [...one, { type: "array", items: { anyOf: one } }];
const plain: Schema[] = [{ type: "string" }, { type: "number" }, { type: "boolean" }];

/** Adds the schemas of cells, and makes them the values in each `fields`. */
export function tellCells(schemas: Record<string, Schema>): void {
  for (const [name, schema] of Object.values(cells)) schemas[name] = schema;
  const [person, link, file, clicks] = [
    cells.person[1],
    cells.link[1],
    cells.files[1].items as Schema,
    cells.nothing[1],
  ];
  Object.assign(schemas, {
    CellObject: answeredObject([person, link, file, clicks]),
    Cell: {
      description:
        "A cell in an answer; the options of each type of field name its cells. With `cellFormat=text` every cell is text.",
      anyOf: oneOrMore([...plain, point("CellObject")]),
    },
    SentCell: {
      description:
        "A cell in a request: null empties it. With `typecast` also the text that a person would write. Values for computed fields are ignored.",
      anyOf: [
        { type: "null" },
        ...oneOrMore([...plain, point("SentReference"), point("SentAttachment")]),
        point("ButtonCell"),
      ],
    },
    SentReference: {
      type: "object",
      description: "A person or a linked record, by id. What else an answer has is ignored.",
      properties: {
        ...person.properties,
        id: text(sharedWords["id"] ?? ""),
        title: text(sharedWords["title"] ?? ""),
      },
      required: ["id"],
    },
    SentAttachment: {
      ...file,
      description: "A file that was uploaded, by token.",
      required: ["name", "token"],
    },
  });
  for (const [id, { properties }] of Object.entries(schemas)) {
    const fields = properties?.["fields"] as Schema | undefined;
    if (fields?.type !== "object" || fields.additionalProperties !== true) continue;
    fields.additionalProperties = point(cellsSent.includes(id) ? "SentCell" : "Cell");
  }
}
