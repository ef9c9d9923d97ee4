/* Requests that create or change records. Separate from record.ts, which more modules need. */
import * as z from "zod";
import { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { refuseRepeated } from "#lib/schemas/basics/repeated";
import {
  CellKeyType,
  CreateLinked,
  newRecords,
  refuseLinkedAlone,
  SeenLists,
  SentCells,
  Typecast,
  whenMissing,
} from "./record.ts";
import { RowPlace } from "./row-order.ts";

export const NewRecords = z
  .object({
    fieldKeyType: CellKeyType,
    typecast: Typecast,
    createLinked: CreateLinked,
    order: RowPlace.optional(),
    records: newRecords(1),
  })
  .superRefine(refuseLinkedAlone)
  .meta({
    id: "NewRecords",
    examples: [
      {
        records: [
          { fields: { Name: "Ada", Count: 3, Status: "light" } },
          { fields: { Name: "Grace", Count: 4.5 } },
        ],
      },
      { typecast: true, records: [{ fields: { Name: "Edith", Count: "1200", Status: "brand new" } }] },
    ],
  });
export type NewRecords = z.infer<typeof NewRecords>;

const RecordCells = z
  .object({ fields: SentCells, seen: SeenLists }, whenMissing('send {"record": {"fields": {…}}}'))
  .meta({ id: "RecordCells" });

export const RecordUpdate = z
  .object({
    fieldKeyType: CellKeyType,
    typecast: Typecast,
    createLinked: CreateLinked,
    order: RowPlace.optional(),
    record: RecordCells,
  })
  .superRefine(refuseLinkedAlone)
  .meta({
    id: "RecordUpdate",
    description: "Fields left out keep their cells; null empties a cell.",
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
      "Finds each record by its values in these fields, and creates it if there is none. The records then have no `id`.",
  });

const ChangedRecord = z
  .object({ id: RecordId.optional(), fields: SentCells, seen: SeenLists })
  .meta({ id: "ChangedRecord", description: "Has an `id`, except with `upsert`, which takes no `seen`." });

export const RecordUpdates = z
  .object({
    fieldKeyType: CellKeyType,
    typecast: Typecast,
    createLinked: CreateLinked,
    order: RowPlace.optional(),
    upsert: Upsert.optional(),
    records: z
      .array(ChangedRecord)
      .min(1, "must hold at least one record")
      .max(limits.recordsPerCall, `at most ${limits.recordsPerCall} records per call`),
  })
  .superRefine(({ upsert, records, ...how }, context) => {
    refuseLinkedAlone(how, context);
    for (const [i, { id, seen }] of records.entries()) {
      if (upsert && seen)
        context.addIssue({
          code: "custom",
          path: ["records", i, "seen"],
          message: "is for records with ids",
        });
      const message = upsert
        ? id !== undefined && "must be left out: with upsert, records are found by their values"
        : id === undefined && "is missing";
      if (message) context.addIssue({ code: "custom", path: ["records", i, "id"], message });
    }
    refuseRepeated("id", ["records"])(records, context);
  })
  .meta({
    id: "RecordUpdates",
    description: "Fields left out keep their cells; null empties a cell.",
    examples: [
      { records: [{ id: "rec4mSa1Cw6nZ8tQ0Yh", fields: { Count: 4, Status: null } }] },
      { upsert: { fieldKeys: ["Name"] }, records: [{ fields: { Name: "Ada", Count: 5 } }] },
    ],
  });
export type RecordUpdates = z.infer<typeof RecordUpdates>;
