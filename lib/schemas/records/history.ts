/* The history of records, as requests and answers show it. */
import * as z from "zod";
import { FieldId, HistoryId, RecordId, TableId, UserId } from "#lib/schemas/basics/ids";
import { Time } from "#lib/schemas/basics/text";

const When = z.iso.datetime().transform((time) => new Date(time).toISOString());

export const HistoryQuery = z.strictObject({
  startDate: When.optional().meta({ description: "Nothing from before it." }),
  endDate: When.optional().meta({ description: "Nothing from after it." }),
  cursor: z.string().max(300).optional().meta({ description: "nextCursor of the page before." }),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;

const Side = z
  .object({
    meta: z.object({
      type: z.string(),
      name: z.string(),
      options: z.unknown(),
      cellValueType: z.string(),
    }),
    data: z.unknown().meta({ description: "The cell as records show it; null where it was empty." }),
  })
  .meta({ id: "HistorySide", description: "The field as it is now, and the cell as it was." });

export const HistoryEntry = z
  .object({
    id: HistoryId,
    tableId: TableId,
    recordId: RecordId,
    fieldId: FieldId,
    before: Side,
    after: Side,
    isCut: z
      .literal(true)
      .optional()
      .meta({ description: "A cell was too large to be kept: a text is cut, another cell null." }),
    createdTime: Time,
    createdBy: UserId,
  })
  .meta({ id: "HistoryEntry" });
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const HistoryPage = z
  .object({
    historyList: z
      .array(HistoryEntry)
      .meta({ description: "One for each cell that an edit changed, the newest first." }),
    userMap: z
      .record(
        z.string(),
        z.object({
          id: UserId,
          name: z.string(),
          email: z.string().optional(),
          avatar: z.string().optional(),
        }),
      )
      .meta({ description: "Who made the edits, by id." }),
    nextCursor: z.string().nullable().meta({ description: "Null at the end." }),
  })
  .meta({ id: "HistoryPage" });
export type HistoryPage = z.infer<typeof HistoryPage>;
