/* Fields in requests and responses. `options` depend on the type; lib/engine/field-types defines them. */
import * as z from "zod";
import { FieldId, JobId, RecordId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Position } from "#lib/schemas/basics/number";
import { anyObject } from "#lib/schemas/basics/object";
import { flag, list } from "#lib/schemas/basics/query-string";
import { refused } from "#lib/schemas/basics/refused";
import { Description, Name } from "#lib/schemas/basics/text";

const DbFieldName = z.string().regex(/^\w{1,63}$/, "must be 1 to 63 letters, digits or _");

const AiConfigInput = anyObject("must be an object")
  .nullable()
  .meta({
    description: `How a language model should fill the cells: \`modelKey\`, \`type\` (the task; which ones exist depends on the
field type), \`sourceFieldId\`, or \`prompt\` for a customization. Stored and returned; nothing runs it yet.`,
    example: {
      modelKey: "gpt-5",
      type: "summary",
      sourceFieldId: "fld4mSa1Cw6nZ8tQ0Yh",
      isAutoFill: true,
    },
  });

/** A member that only answers have. Clients that send a field back send it too; it is ignored. */
const shownOnly = z.unknown().optional().meta({ description: "Ignored: it follows from the link field." });

export const LookupOptions = z
  .strictObject({
    foreignTableId: z
      .union([TableId, z.literal("self")], "must be the id of a table: tbl and 16 letters or digits")
      .meta({
        description: "The table that the link field shows; `self` in a new table is the table itself.",
      }),
    lookupFieldId: FieldId.meta({ description: "The field of that table whose cells are looked up." }),
    linkFieldId: FieldId.meta({ description: "The link field of this table whose records are looked up." }),
    filter: anyObject("must be a filter: {conjunction, filterSet}").nullable().optional().meta({
      description:
        "Only linked records that match it are looked up. It names fields of the other table by id.",
    }),
    baseId: shownOnly,
    relationship: shownOnly,
    fkHostTableName: shownOnly,
    selfKeyName: shownOnly,
    foreignKeyName: shownOnly,
  })
  .meta({ id: "LookupOptionsInput" });

export const NewField = z
  .object({
    type: z.string().meta({ example: "singleSelect" }),
    name: Name.optional().meta({
      description:
        'Default: a name for the type; of a link field, that of its table. If the name is taken, " 2" is added.',
    }),
    id: FieldId.optional().meta({
      description: "An id that you choose, so that views in the same request can refer to the field.",
    }),
    dbFieldName: DbFieldName.optional().meta({
      description: "A name for programs. Default: derived from the name.",
    }),
    description: Description.nullable().optional(),
    unique: z.boolean().optional().meta({ description: "No two records may have the same value." }),
    notNull: z.boolean().optional().meta({ description: "The cell may not be empty." }),
    options: anyObject("must be an object")
      .optional()
      .meta({ description: "Depend on the type; an unknown member is a 400." }),
    isLookup: z.boolean().optional().meta({
      description:
        "A lookup shows cells of linked records. `type` is that of the field that it looks up; of the options it has only `formatting` and `showAs`.",
    }),
    lookupOptions: LookupOptions.nullable().optional().meta({
      description: "What a lookup or a rollup looks up. Other fields have none.",
    }),
    aiConfig: AiConfigInput.optional(),
    order: z.unknown().optional().meta({
      description: "Ignored: views of a new table have no ids yet. Their `columnMeta` orders fields.",
    }),
  })
  .meta({
    id: "NewField",
    examples: [
      {
        type: "number",
        name: "Price",
        options: { formatting: { type: "currency", symbol: "€", precision: 2 } },
      },
    ],
  });
export type NewField = z.infer<typeof NewField>;

/** A new field for an existing table. */
export const AddedField = z
  .object({
    ...NewField.shape,
    order: z
      .strictObject({ viewId: ViewId, orderIndex: Position })
      .optional()
      .meta({ description: "The position in one view. In the other views the field comes last." }),
  })
  .meta({
    id: "AddedField",
    examples: [{ type: "singleSelect", name: "Priority", options: { choices: [{ name: "high" }] } }],
  });
export type AddedField = z.infer<typeof AddedField>;

/** A member that an update cannot change, because records have to fit. */
const elsewhere = (what: string) =>
  refused(
    `${what} is changed by PUT /table/{tableId}/field/{fieldId}/convert`,
    "Changed by converting the field; here it is a 400.",
  );

export const FieldUpdate = z
  .object({
    name: Name.optional().meta({ description: "A name that is taken is a 400." }),
    dbFieldName: DbFieldName.optional(),
    description: Description.nullable().optional().meta({ description: "null removes it." }),
    options: anyObject("must be an object")
      .optional()
      .meta({
        description: `Options that are left out stay; null takes one away. \`choices\` is a whole list: a choice is matched by its id, or
without an id by its name, a renamed choice has its new name in every record, and cells stop showing choices that the list leaves out. The
default follows its choice, and goes with it; a default that names no choice is a 400.`,
      }),
    type: elsewhere("the type"),
    unique: elsewhere("`unique`"),
    notNull: elsewhere("`notNull`"),
    isLookup: elsewhere("`isLookup`"),
    lookupOptions: elsewhere("what is looked up"),
    aiConfig: AiConfigInput.optional().meta({ description: "Replaces the whole aiConfig; null removes it." }),
  })
  .meta({ id: "FieldUpdate", examples: [{ name: "Total", description: "What was paid." }] });
export type FieldUpdate = z.infer<typeof FieldUpdate>;

export const FieldCopy = z
  .object({
    name: Name.meta({ description: 'If the name is taken, " 2" is added.' }),
    viewId: ViewId.optional().meta({
      description: "In this view the copy stands beside the field; in the others it comes last.",
    }),
  })
  .meta({ id: "FieldCopy", examples: [{ name: "Status before" }] });
export type FieldCopy = z.infer<typeof FieldCopy>;

export const FieldConversion = z
  .object({
    ...NewField.shape,
    id: FieldId.optional().meta({ description: "The id of the field; another one is a 400." }),
    name: Name.optional().meta({ description: "Left out: the name stays. A name that is taken is a 400." }),
    dbFieldName: DbFieldName.optional().meta({ description: "Left out: it stays." }),
    description: Description.nullable().optional().meta({ description: "null removes it." }),
    options: anyObject("must be an object")
      .optional()
      .meta({
        description: `Depend on the type. Left out: they stay as far as the new type has them, else they are its defaults. Sent: \`formatting\`, \`showAs\`
and \`defaultValue\` are replaced; other options of the same type, and the choices of a select field, stay unless they are named.`,
      }),
    unique: z.boolean().optional().meta({
      description:
        "No two records may have the same value; a 400 names the records that have. Left out: as before, or false for another type.",
    }),
    createLinked: z.boolean().optional().meta({
      description:
        "To a link field: a title that no record has makes a record with this title in the primary field of the linked table, in the same commit. Needs `record|create` there.",
    }),
    notNull: z.boolean().optional().meta({
      description:
        "The cell may not be empty; a 400 names the records whose cell is or would be. Left out: as before, or false for another type.",
    }),
  })
  .superRefine(({ type, createLinked }, context) => {
    if (createLinked && type !== "link")
      context.addIssue({
        code: "custom",
        path: ["createLinked"],
        message: "must be left out: only a field that becomes a link makes records",
      });
  })
  .meta({
    id: "FieldConversion",
    examples: [{ type: "singleSelect", options: { choices: [{ name: "todo" }, { name: "done" }] } }],
  });
export type FieldConversion = z.infer<typeof FieldConversion>;

const endedShares = z.array(ViewId).optional().meta({
  description:
    "The shared views whose filter would let strangers see more records without what it loses: their share ends.",
});

export const ConversionPreview = z
  .object({
    records: z.int().meta({ description: "The records of the table." }),
    cells: z.int().meta({ description: "Cells of the field that are not empty." }),
    emptied: z.int().meta({ description: "How many of these the conversion would empty." }),
    changed: z.int().meta({
      description:
        "How many others would mean something else: part of a text or list that cannot be read, digits that are not shown, a time of day that the text leaves out.",
    }),
    examples: z
      .array(
        z.object({
          recordId: RecordId,
          before: z.string().meta({ description: "The cell as text." }),
          after: z.unknown().meta({ description: "What the converted field would show; null if nothing." }),
        }),
      )
      .meta({
        description: "Up to ten cells: first those that would be emptied, then those that would be changed.",
      }),
    changedViews: z.array(ViewId).optional().meta({
      description:
        "The views whose filter, sort or group names the field in a way that the new type has not: they lose that.",
    }),
    changedFields: z.array(FieldId).optional().meta({
      description:
        "The link fields, lookups and rollups of the base whose filter names the field in such a way: they lose that, and may show more.",
    }),
    endedShares,
  })
  .meta({
    id: "ConversionPreview",
    examples: [
      {
        records: 120,
        cells: 118,
        emptied: 1,
        changed: 0,
        examples: [{ recordId: "rec4mSa1Cw6nZ8tQ0Yh", before: "a dozen", after: null }],
      },
    ],
  });

export type ConversionPreview = z.infer<typeof ConversionPreview>;

export const FieldIdsQuery = z.strictObject({
  fieldIds: list(FieldId, "fieldIds", { least: 1, most: limits.fieldsPerTable, what: "fields" }),
});

export const FieldListQuery = z.strictObject({
  viewId: ViewId.optional().meta({
    description: "List the fields as this view shows them, in the order of its columns.",
  }),
  filterHidden: flag()
    .default(true)
    .meta({ description: "With `viewId`: leave out fields that the view hides." }),
  projection: list(FieldId, "projection", { most: limits.fieldsPerTable, what: "fields" })
    .optional()
    .meta({ description: "No others than these." }),
});
export type FieldListQuery = z.infer<typeof FieldListQuery>;

export const Field = z
  .object({
    id: FieldId,
    name: z.string(),
    type: z.string(),
    options: z.looseObject({}),
    description: z.string().optional(),
    aiConfig: z.looseObject({}).optional(),
    cellValueType: z.enum(["string", "number", "boolean", "dateTime"]),
    dbFieldType: z.enum(["TEXT", "REAL", "INTEGER", "BOOLEAN", "DATETIME", "JSON"]),
    dbFieldName: z.string(),
    isPrimary: z.literal(true).optional(),
    isComputed: z.literal(true).optional(),
    isMultipleCellValue: z.literal(true).optional(),
    isLookup: z.literal(true).optional(),
    lookupOptions: z.looseObject({}).optional(),
    notNull: z.literal(true).optional(),
    unique: z.literal(true).optional(),
    hasError: z.literal(true).optional().meta({
      description:
        "The field lost what it needs: the table of a link field is in the trash. Its cells can be read, not written.",
    }),
    isPending: z.literal(true).optional().meta({ description: "A job is changing the cells of the field." }),
    recordRead: z.boolean().meta({ description: "Whether the caller may read this field's cells." }),
    recordCreate: z.boolean().meta({ description: "Whether the caller may fill this field in new records." }),
  })
  .meta({
    id: "Field",
    examples: [
      {
        id: "fld4mSa1Cw6nZ8tQ0Yh",
        name: "Status",
        type: "singleSelect",
        options: {
          choices: [
            { id: "cho4mSa1Cw6", name: "light", color: "grayBright" },
            { id: "choQ0Yh7Bx2", name: "heavy", color: "tealBright" },
          ],
        },
        cellValueType: "string",
        dbFieldType: "TEXT",
        dbFieldName: "Status",
        recordRead: true,
        recordCreate: true,
      },
    ],
  });
export type Field = z.infer<typeof Field>;

export const DuplicatedField = Field.extend({
  jobId: JobId.optional().meta({
    description: "The job that copies the cells, if there are many: until then the field is `isPending`.",
  }),
}).meta({ id: "DuplicatedField" });
export type DuplicatedField = z.infer<typeof DuplicatedField>;

export const ConvertedField = Field.extend({ endedShares }).meta({ id: "ConvertedField" });
export type ConvertedField = z.infer<typeof ConvertedField>;
