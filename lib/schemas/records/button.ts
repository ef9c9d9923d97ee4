import * as z from "zod";
import { FieldId, RunId, TableId } from "#lib/schemas/basics/ids";
import { Record } from "./record.ts";

export const Pressed = z
  .object({
    tableId: TableId,
    fieldId: FieldId,
    record: Record.meta({ description: "The record after the click." }),
    runId: RunId.meta({ description: "Identifies this click." }),
  })
  .meta({ id: "Pressed" });
/** A reset answers the record itself too. */
export const ResetButton = Record.extend(Pressed.shape).meta({ id: "ResetButton" });
export type ResetButton = z.infer<typeof ResetButton>;

export type Pressed = z.infer<typeof Pressed>;
