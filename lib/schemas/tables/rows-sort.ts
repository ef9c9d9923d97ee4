/* Sorting the rows of a view for good. Apart from row-order.ts: who writes records needs nothing of views. */
import * as z from "zod";
import { JobId } from "#lib/schemas/basics/ids";
import { Sort } from "./view.ts";

export const RowsSort = z
  .object({ sortObjs: Sort.shape.sortObjs.min(1, "must name at least one field") })
  .meta({ id: "RowsSort", examples: [{ sortObjs: [{ fieldId: "fld4mSa1Cw6nZ8tQ0Yh", order: "asc" }] }] });
export type RowsSort = z.infer<typeof RowsSort>;

export const SortedRows = z
  .object({ jobId: JobId.optional().meta({ description: "Of a large table: the job that sorts it." }) })
  .meta({ id: "SortedRows", examples: [{}] });
