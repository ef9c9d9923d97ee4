/* The history of records in requests and responses. */
import * as z from "zod";
import { FieldId, HistoryId, RecordId, TableId, UserId } from "#lib/schemas/basics/ids";
import { Time } from "#lib/schemas/basics/text";
import { UserMap } from "#lib/schemas/identity/user-map";

const When = z.iso.datetime().transform((time) => new Date(time).toISOString());

export const HistoryQuery = z.strictObject({
  startDate: When.optional().meta({ description: "Only entries from this time on." }),
  endDate: When.optional().meta({ description: "Only entries up to this time." }),
  cursor: z.string().max(300).optional().meta({ description: "The `nextCursor` of the previous page." }),
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
    data: z.unknown().meta({ description: "The cell as records show it; null if it was empty." }),
  })
  .meta({
    id: "HistorySide",
    description: "The field as it is now, and its cell before or after the change.",
  });

export const HistoryEntry = z
  .object({
    id: HistoryId,
    tableId: TableId,
    recordId: RecordId,
    fieldId: FieldId,
    before: Side,
    after: Side,
    isCut: z.literal(true).optional().meta({
      description: "Present if a cell was too large to be kept: a text is cut, any other cell is null.",
    }),
    createdTime: Time,
    createdBy: UserId,
  })
  .meta({ id: "HistoryEntry" });
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const HistoryPage = z
  .object({
    historyList: z
      .array(HistoryEntry)
      .meta({ description: "One entry for each changed cell, the newest first." }),
    userMap: UserMap.meta({ description: "User id → the user who made the edits." }),
    nextCursor: z.string().nullable().meta({ description: "null on the last page." }),
  })
  .meta({ id: "HistoryPage" });
export type HistoryPage = z.infer<typeof HistoryPage>;
