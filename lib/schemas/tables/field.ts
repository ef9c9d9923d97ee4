/* Fields as requests and answers show them. `options` depend on the type: its file under engine/field-types knows them. */
import * as z from "zod";
import { FieldId, ViewId } from "#lib/schemas/basics/ids";
import { later, meaningless } from "#lib/schemas/basics/later";
import { limits } from "#lib/schemas/basics/limits";
import { Position } from "#lib/schemas/basics/number";
import { anyObject } from "#lib/schemas/basics/object";
import { flag, list } from "#lib/schemas/basics/query-string";
import { Description, Name } from "#lib/schemas/basics/text";

const DbFieldName = z.string().regex(/^\w{1,63}$/, "must be 1 to 63 letters, digits or _");

const AiConfigInput = anyObject("must be an object")
  .nullable()
  .meta({
    description: `How a language model is to fill the cells: \`modelKey\`, \`type\` (what is to be done, by the type of the
field), \`sourceFieldId\`, or \`prompt\` of a customization. Stored and answered; nothing runs it yet.`,
    example: {
      modelKey: "gpt-5",
      type: "summary",
      sourceFieldId: "fld4mSa1Cw6nZ8tQ0Yh",
      isAutoFill: true,
    },
  });

export const NewField = z
  .object({
    type: z.string().meta({ example: "singleSelect" }),
    name: Name.optional().meta({
      description: 'Left out: one by the type. Taken already, it becomes "… 2".',
    }),
    id: FieldId.optional().meta({ description: "One of your own choice, so that views can name it." }),
    dbFieldName: DbFieldName.optional().meta({
      description: "A name for programs. Left out: made of the name.",
    }),
    description: Description.nullable().optional(),
    unique: z.boolean().optional().meta({ description: "No two records have the same cell." }),
    notNull: z.boolean().optional().meta({ description: "No record has an empty cell." }),
    options: anyObject("must be an object")
      .optional()
      .meta({ description: "Depends on the type; unknown members are a 400." }),
    isLookup: z
      .literal(false, "lookup fields: not supported yet")
      .optional()
      .meta({ description: "Lookups are not supported yet." }),
    lookupOptions: later("lookup fields"),
    aiConfig: AiConfigInput.optional(),
    order: meaningless("a table's views have no ids before it is made; their columnMeta says the order"),
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

/** A field for a table that is there already. */
export const AddedField = z
  .object({
    ...NewField.shape,
    order: z
      .strictObject({ viewId: ViewId, orderIndex: Position })
      .optional()
      .meta({ description: "Where in one of the views; in the others it comes last." }),
  })
  .meta({
    id: "AddedField",
    examples: [{ type: "singleSelect", name: "Priority", options: { choices: [{ name: "high" }] } }],
  });
export type AddedField = z.infer<typeof AddedField>;

export const FieldUpdate = z
  .object({
    name: Name.optional().meta({ description: "Taken already, it is a 400." }),
    dbFieldName: DbFieldName.optional(),
    description: Description.nullable().optional().meta({ description: "Null takes it away." }),
    options: anyObject("must be an object")
      .optional()
      .meta({
        description: `Replaces the options as a whole. A choice is known by its id, or else by its name: what it is named now, it
is named in every record; cells do not show choices that are not sent.`,
      }),
    type: later("another type for a field"),
    unique: later("making a field unique, or no longer"),
    notNull: later("making a field notNull, or no longer"),
    aiConfig: AiConfigInput.optional().meta({ description: "Replaces it as a whole; null takes it away." }),
  })
  .meta({ id: "FieldUpdate", examples: [{ name: "Total", description: "What was paid." }] });
export type FieldUpdate = z.infer<typeof FieldUpdate>;

export const FieldIdsQuery = z.strictObject({
  fieldIds: list(FieldId, "fieldIds", limits.fieldsPerTable).min(1, "must name a field"),
});

export const FieldListQuery = z.strictObject({
  viewId: ViewId.optional().meta({ description: "As this view shows them: in the order of its columns." }),
  filterHidden: flag().default(true).meta({ description: "With viewId: leave out what the view hides." }),
  projection: list(FieldId, "projection", limits.fieldsPerTable)
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
    notNull: z.literal(true).optional(),
    unique: z.literal(true).optional(),
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
