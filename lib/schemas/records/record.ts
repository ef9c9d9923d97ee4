/* Records as requests and answers show them. Cells depend on the fields: their types check and show them. */
import * as z from "zod";
import { RecordId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { anyObject } from "#lib/schemas/basics/object";
import { list } from "#lib/schemas/basics/query-string";
import { refuseRepeated } from "#lib/schemas/basics/repeated";
import { Time } from "#lib/schemas/basics/text";

export const FieldKeyType = z
  .enum(["name", "id", "dbFieldName"])
  .meta({ id: "FieldKeyType", description: "What the keys of `fields` are." });
export type FieldKeyType = z.infer<typeof FieldKeyType>;

export const CellFormat = z.enum(["json", "text"]).meta({
  id: "CellFormat",
  description: "json: as values, by the type of the field; text: as a person reads them.",
});
export type CellFormat = z.infer<typeof CellFormat>;

export type CellValues = { [fieldKey: string]: unknown };

export const CellValues = anyObject("must be an object: field key to cell value").meta({
  description: "From the key of a field to the cell. Empty cells are absent; null empties one.",
  examples: [{ Name: "Ada", Count: 3, Status: "light" }],
});

export const NewRecord = z.object({ fields: CellValues }).meta({ id: "NewRecord" });
export type NewRecord = { fields: CellValues };

export const newRecords = (least: number) =>
  z
    .array(NewRecord)
    .min(least, "must hold at least one record")
    .max(limits.recordsPerCall, `must hold at most ${limits.recordsPerCall} records`);

/** The records a table is created with; an empty list means none. */
export const InitialRecords = newRecords(0);

const someIds = "must hold at least one id";

export const RecordIdsQuery = z.strictObject({
  recordIds: list(RecordId, "recordIds", limits.recordsPerCall).min(1, someIds).superRefine(refuseRepeated()),
});

export const RecordIds = z
  .object({
    recordIds: z
      .array(RecordId)
      .min(1, someIds)
      .max(limits.recordsPerCall, `must hold at most ${limits.recordsPerCall} ids`)
      .superRefine(refuseRepeated()),
  })
  .meta({ id: "RecordIds", examples: [{ recordIds: ["rec4mSa1Cw6nZ8tQ0Yh"] }] });

const fieldKeys = list(z.string(), "projection", limits.fieldsPerTable);

/** How a record is shown. */
export const RecordQuery = z.strictObject({
  fieldKeyType: FieldKeyType.default("name"),
  cellFormat: CellFormat.default("json"),
  projection: fieldKeys.optional().meta({ description: "Only these fields, by the same kind of key." }),
});
export type RecordQuery = z.infer<typeof RecordQuery>;

/** How a record is shown when nothing is said of it. */
export const shownWhole: RecordQuery = { fieldKeyType: "name", cellFormat: "json" };

export const Record = z
  .object({
    id: RecordId,
    name: z.string().meta({
      description: "The primary cell as text; empty when it has none or the projection leaves it out.",
    }),
    fields: CellValues,
    autoNumber: z.int().meta({ description: "Grows with each new record of the table; gaps are possible." }),
    createdTime: Time,
    lastModifiedTime: Time.optional(),
    createdBy: UserId,
    lastModifiedBy: UserId.optional(),
    permissions: z
      .record(z.string(), z.object({ read: z.boolean(), update: z.boolean() }))
      .optional()
      .meta({ description: "By field key; absent where the caller may do everything." }),
    undeletable: z
      .literal(true)
      .optional()
      .meta({ description: "Present where the caller may not delete the record." }),
  })
  .meta({
    id: "Record",
    examples: [
      {
        id: "rec0000014mSa1Cw6nZ",
        name: "Ada",
        fields: { Name: "Ada", Count: 3, Status: "light" },
        autoNumber: 1,
        createdTime: "2026-01-31T09:30:00.000Z",
        createdBy: "usr4mSa1Cw6nZ8tQ0Yh",
      },
    ],
  });
export type Record = z.infer<typeof Record>;

export const Records = z.object({ records: z.array(Record) }).meta({ id: "Records" });

export const Upserted = z
  .object({
    records: z.array(Record).meta({ description: "In the order they were sent in." }),
    created: z.array(RecordId).meta({ description: "Which of them are new." }),
    updated: z.array(RecordId).meta({ description: "Which of them were there." }),
  })
  .meta({ id: "Upserted" });

/** A bare array, as clients of this interface know it; of an upsert more is to be told. */
export const UpdatedRecords = z.union([z.array(Record), Upserted]);
export type UpdatedRecords = z.infer<typeof UpdatedRecords>;

export const RecordStatus = z
  .object({
    isVisible: z.boolean().meta({ description: "It is there." }),
    isDeleted: z.boolean().meta({ description: "It was there." }),
  })
  .meta({ id: "RecordStatus", examples: [{ isVisible: true, isDeleted: false }] });
export type RecordStatus = z.infer<typeof RecordStatus>;
