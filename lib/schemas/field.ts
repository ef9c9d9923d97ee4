/* Fields as requests and answers show them. `options` depend on the type: its file under engine/field-types knows them. */
import * as z from "zod";
import { FieldId } from "./ids.ts";
import { later } from "./later.ts";
import { Description, Name } from "./text.ts";

export const NewField = z
  .object({
    type: z.string().meta({ example: "singleSelect" }),
    name: Name.optional(),
    id: FieldId.optional(),
    dbFieldName: z
      .string()
      .regex(/^\w{1,63}$/, "must be 1 to 63 letters, digits or _")
      .optional(),
    description: Description.nullable().optional(),
    unique: z.boolean().optional(),
    notNull: z.boolean().optional(),
    options: z
      .looseObject({})
      .optional()
      .meta({ description: "Depends on the type; unknown members are a 400." }),
    isLookup: z.literal(false, "lookup fields: not supported yet").optional(),
    lookupOptions: later("lookup fields"),
    aiConfig: z.null("aiConfig: not supported yet").optional(),
    order: later("a field's order in a view"),
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

export const Field = z
  .object({
    id: FieldId,
    name: z.string(),
    type: z.string(),
    options: z.looseObject({}),
    description: z.string().optional(),
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
  .meta({ id: "Field" });
export type Field = z.infer<typeof Field>;
