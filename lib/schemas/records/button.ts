import * as z from "zod";
import { FieldId, RunId, TableId } from "#lib/schemas/basics/ids";
import { Record } from "./record.ts";

export const Pressed = z
  .object({
    tableId: TableId,
    fieldId: FieldId,
    record: Record.meta({ description: "As it is then." }),
    runId: RunId.meta({ description: "Names this very press." }),
  })
  .meta({ id: "Pressed" });
export type Pressed = z.infer<typeof Pressed>;
