/* Undoing and redoing what calls did to records, fields and views. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";

export const UndoQuery = z.strictObject({
  idempotencyKey: z.string().min(1).max(limits.idempotencyKeyLength).optional().meta({
    description:
      "The `Idempotency-Key` of the call that is undone or redone, sent with the same token. Without it: the last one of the window that `X-Window-Id` names.",
  }),
});

export const UndoResult = z
  .object({
    status: z.enum(["fulfilled", "failed", "empty"]).meta({
      description:
        "`failed`: nothing was written, `errorMessage` says why; of a job, what it wrote later may be taken back. `empty`: there is nothing to undo or redo.",
    }),
    more: z.literal(true).optional().meta({
      description:
        "Only for a call whose job wrote more than 1,000 records: not all is taken back yet. Send the call again, with another `Idempotency-Key`.",
    }),
    errorMessage: z.string().optional().meta({
      description:
        "What stands in the way: for a cell that was changed since, its field and record; for a field or view, the member.",
    }),
  })
  .meta({ id: "UndoResult", examples: [{ status: "fulfilled" }] });
export type UndoResult = z.infer<typeof UndoResult>;
