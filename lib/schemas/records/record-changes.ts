/* What creates and changes records. Apart from records themselves, which more speak of. */
import * as z from "zod";
import { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { refuseRepeated } from "#lib/schemas/basics/repeated";
import { CellValues, FieldKeyType, NewRecord, newRecords } from "./record.ts";
import { RowPlace } from "./row-order.ts";

export const NewRecords = z
  .object({
    fieldKeyType: FieldKeyType.default("name"),
    typecast: z.boolean().default(false).meta({
      description: "Make the best cell of any value, and new choices of unknown ones, instead of refusing.",
    }),
    order: RowPlace.optional(),
    records: newRecords(1),
  })
  .meta({
    id: "NewRecords",
    examples: [
      {
        records: [
          { fields: { Name: "Ada", Count: 3, Status: "light" } },
          { fields: { Name: "Grace", Count: 4.5 } },
        ],
      },
      { typecast: true, records: [{ fields: { Name: "Edith", Count: "1,200", Status: "brand new" } }] },
    ],
  });
export type NewRecords = z.infer<typeof NewRecords>;

export const RecordUpdate = z
  .object({
    fieldKeyType: FieldKeyType.default("name"),
    typecast: z.boolean().default(false),
    order: RowPlace.optional(),
    record: NewRecord,
  })
  .meta({
    id: "RecordUpdate",
    description: "Fields left out keep their cells; null empties one.",
    examples: [{ record: { fields: { Count: 4, Status: null } } }],
  });
export type RecordUpdate = z.infer<typeof RecordUpdate>;

const Upsert = z
  .strictObject({
    fieldKeys: z
      .array(z.string())
      .min(1, "must name at least one field")
      .max(limits.upsertFields, `must name at most ${limits.upsertFields} fields`)
      .superRefine(refuseRepeated()),
  })
  .meta({
    description:
      "Records then have no id: each is the one that has its values in these fields, and is created where there is none.",
  });

const ChangedRecord = z
  .object({ id: RecordId.optional(), fields: CellValues })
  .meta({ id: "ChangedRecord", description: "With `id`; with `upsert` without one." });

export const RecordUpdates = z
  .object({
    fieldKeyType: FieldKeyType.default("name"),
    typecast: z.boolean().default(false),
    order: RowPlace.optional(),
    upsert: Upsert.optional(),
    records: z
      .array(ChangedRecord)
      .min(1, "must hold at least one record")
      .max(limits.recordsPerCall, `must hold at most ${limits.recordsPerCall} records`),
  })
  .superRefine(({ upsert, records }, context) => {
    for (const [i, { id }] of records.entries()) {
      const message = upsert
        ? id !== undefined && "must be left out: with upsert records are found by their values"
        : id === undefined && "is missing";
      if (message) context.addIssue({ code: "custom", path: ["records", i, "id"], message });
    }
    refuseRepeated("id", ["records"])(records, context);
  })
  .meta({
    id: "RecordUpdates",
    description: "Fields left out keep their cells; null empties one.",
    examples: [
      { records: [{ id: "rec4mSa1Cw6nZ8tQ0Yh", fields: { Count: 4, Status: null } }] },
      { upsert: { fieldKeys: ["Name"] }, records: [{ fields: { Name: "Ada", Count: 5 } }] },
    ],
  });
export type RecordUpdates = z.infer<typeof RecordUpdates>;
