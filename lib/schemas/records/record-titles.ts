/* Records by their names only: those that links and filters refer to. */
import * as z from "zod";
import { RecordId, TableId } from "#lib/schemas/basics/ids";

export const RecordTitles = z
  .array(z.object({ id: RecordId, title: z.string() }))
  .meta({ id: "RecordTitles" });
export type RecordTitles = z.infer<typeof RecordTitles>;

export const FilterLinkRecords = z.array(z.object({ tableId: TableId, records: RecordTitles })).meta({
  id: "FilterLinkRecords",
  description: "Table by table, the linked records that a filter names by id.",
});
export type FilterLinkRecords = z.infer<typeof FilterLinkRecords>;
