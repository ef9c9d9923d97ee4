/* Records in requests and responses. The field types check and show the cells. */
import * as z from "zod";
import { RecordId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { anyObject } from "#lib/schemas/basics/object";
import { list } from "#lib/schemas/basics/query-string";
import { refuseRepeated } from "#lib/schemas/basics/repeated";
import { Time } from "#lib/schemas/basics/text";

export const FieldKeyType = z.enum(["name", "id", "dbFieldName"]).meta({
  id: "FieldKeyType",
  description:
    "Which keys `fields` has: field names, field ids or dbFieldNames. A key in a request that is no field by this is the id of a field.",
});
export type FieldKeyType = z.infer<typeof FieldKeyType>;

/** How the cells of a request name fields. */
export const CellKeyType = FieldKeyType.optional().meta({
  description:
    "Which keys `fields` has. A key that is no field by this is the id of a field. Left out: names; the answer has ids if all keys are ids.",
});

export const CellFormat = z.enum(["json", "text"]).meta({
  id: "CellFormat",
  description: "json: cells as values, depending on the field type; text: cells as text for people.",
});

/** How the cells of an answer are written. */
const ShownFormat = z.enum([...CellFormat.options, "local"]).meta({
  id: "ShownFormat",
  description:
    "json: cells as values, depending on the field type; text: cells as text for people; local: as json, with dates as their field means them: a day (`2026-12-31`), or a time with the offset of its zone.",
});
export type ShownFormat = z.infer<typeof ShownFormat>;

export type CellValues = { [fieldKey: string]: unknown };

export const CellValues = anyObject("must be an object: field key → cell value").meta({
  description: "Field key → cell. Empty cells are absent; null empties a cell.",
  examples: [{ Name: "Ada", Count: 3, Status: "light" }],
});

/** The cells in a request. */
export const SentCells = CellValues.meta({
  description:
    "Field key → cell. null empties a cell, also of a new record, where a field that is left out gets its default. A value that does not fit its field is a 400 that names the cell. Dates are ISO 8601, or as the field shows them. Values for computed fields are ignored.",
});

/** What lists were when the sender of a request read them. */
export const SeenLists = anyObject("must be an object: field key → the list that was read")
  .optional()
  .meta({
    description:
      "For cells that are lists (several choices, people, files or links): what the list in `fields` was made from, as an answer had it; null for an empty one. Then only what was added, taken out, moved or renamed in between is changed, and what others did to the cell meanwhile stays. Without it the list in `fields` replaces the cell.",
    examples: [{ Tags: ["light"] }],
  });

export const Typecast = z.boolean().default(false).meta({
  description:
    'Read values as people write them: "$1,200.50", "Jan 31 2026", "now", milliseconds since 1970 for a date, names of people, and create unknown choices. What still cannot be read is a 400 that names the cell, and blank text is an empty cell.',
});

export const CreateLinked = z.boolean().optional().meta({
  description:
    "A title in a link cell that no record has makes a record with this title in the primary field of the linked table, in the same commit. Needs `typecast`, and `record|create` in that table.",
});

/** Refuses `createLinked` without `typecast`. */
export function refuseLinkedAlone(
  { typecast, createLinked }: { typecast: boolean; createLinked?: boolean | undefined },
  context: z.RefinementCtx,
): void {
  if (createLinked && !typecast)
    context.addIssue({ code: "custom", path: ["createLinked"], message: "needs typecast: true" });
}

export const NewRecord = z.object({ fields: SentCells }).meta({ id: "NewRecord" });
export type NewRecord = { fields: CellValues };

/** The message for a member that is missing; other errors keep theirs. */
export const whenMissing = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? message : undefined),
});

/** A list of at least `least` and at most `limits.recordsPerCall` records. */
export const newRecords = (least: number) =>
  z
    .array(NewRecord, whenMissing('send {"records": [{"fields": {…}}]}'))
    .min(least, "must hold at least one record")
    .max(limits.recordsPerCall, `at most ${limits.recordsPerCall} records per call`);

/** The records of a new table; an empty list means none. */
export const InitialRecords = newRecords(0);

const someIds = "must hold at least one id";

export const RecordIdsQuery = z.strictObject({
  recordIds: list(RecordId, "recordIds", {
    least: 1,
    most: limits.recordsPerCall,
    what: "records",
  }).superRefine(refuseRepeated()),
});

export const RecordIds = z
  .object({
    recordIds: z
      .array(RecordId)
      .min(1, someIds)
      .max(limits.recordsPerCall, `at most ${limits.recordsPerCall} records per call`)
      .superRefine(refuseRepeated()),
  })
  .meta({ id: "RecordIds", examples: [{ recordIds: ["rec4mSa1Cw6nZ8tQ0Yh"] }] });

const fieldKeys = list(z.string(), "projection", { most: limits.fieldsPerTable, what: "fields" });

/** How a record is shown. */
export const RecordQuery = z.strictObject({
  fieldKeyType: FieldKeyType.default("name"),
  cellFormat: ShownFormat.default("json"),
  projection: fieldKeys
    .optional()
    .meta({ description: "Show only these fields. The keys are of the kind `fieldKeyType`, or ids." }),
});
export type RecordQuery = z.infer<typeof RecordQuery>;

/** For requests without cells and without names of fields, which name their field by its id in the path. */
export const AnswerKeyQuery = z.strictObject({
  fieldKeyType: FieldKeyType.default("id").meta({ description: "Which keys `fields` of the answer has." }),
});

/** How records are shown by default. */
export const shownWhole: RecordQuery = { fieldKeyType: "name", cellFormat: "json" };

const linkedRecord = {
  id: RecordId,
  name: z.string().meta({ description: "The primary cell as text." }),
  fields: CellValues,
};
const InnerRecord = z.object(linkedRecord).meta({ id: "InnerRecord" });
const ExpandedRecordShown = z
  .object({
    ...linkedRecord,
    expanded: z
      .record(z.string(), z.array(InnerRecord))
      .optional()
      .meta({ description: "Field key → the records that this record links, if `expand` asks for them." }),
  })
  .meta({ id: "ExpandedRecord" });

/** Field key → the records of the cell, in its order. */
export interface Expanded {
  [fieldKey: string]: ExpandedRecord[];
}
export interface ExpandedRecord {
  id: RecordId;
  name: string;
  fields: CellValues;
  expanded?: Expanded | undefined;
}

export const Record = z
  .object({
    id: RecordId,
    name: z.string().meta({
      description:
        "The primary cell as text, also if the projection leaves the field out; empty if the cell is.",
    }),
    fields: CellValues,
    autoNumber: z.int().meta({ description: "Higher for each new record of the table; gaps are possible." }),
    createdTime: Time,
    lastModifiedTime: Time.optional(),
    createdBy: UserId,
    lastModifiedBy: UserId.optional(),
    expanded: z
      .record(z.string(), z.array(ExpandedRecordShown))
      .optional()
      .meta({ description: "With `expand`: field key → the records that the cell links, in its order." }),
    permissions: z
      .record(z.string(), z.object({ read: z.boolean(), update: z.boolean() }))
      .optional()
      .meta({ description: "Field key → permissions. Absent if the caller may read and update all fields." }),
    undeletable: z
      .literal(true)
      .optional()
      .meta({ description: "Present if the caller may not delete the record." }),
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

export const DuplicatedRecord = Record.extend({
  records: z.array(Record).meta({ description: "The same record, as a list of one." }),
}).meta({ id: "DuplicatedRecord" });
export type DuplicatedRecord = z.infer<typeof DuplicatedRecord>;

export const Records = z.object({ records: z.array(Record) }).meta({ id: "Records" });

export const Upserted = z
  .object({
    records: z.array(Record).meta({ description: "In the order of the request." }),
    created: z.array(RecordId).meta({ description: "The records that were created." }),
    updated: z.array(RecordId).meta({ description: "The records that existed." }),
  })
  .meta({ id: "Upserted" });

/** An array, as clients of the API expect; for an upsert an object, which also lists created and updated ids. */
export const UpdatedRecords = z.union([z.array(Record), Upserted]).meta({
  id: "UpdatedRecords",
  description:
    "The records in the order of the request. With `upsert`, an object of the records and two lists of ids.",
});
export type UpdatedRecords = z.infer<typeof UpdatedRecords>;

export const RecordStatus = z
  .object({
    isVisible: z
      .boolean()
      .meta({ description: "The record exists; with the query of a list: the list shows it." }),
    isDeleted: z.boolean().meta({ description: "The record existed and was deleted." }),
  })
  .meta({ id: "RecordStatus", examples: [{ isVisible: true, isDeleted: false }] });
export type RecordStatus = z.infer<typeof RecordStatus>;
