/* Submissions of shared forms, and the record that each creates. */
import * as z from "zod";
import { anyObject } from "#lib/schemas/basics/object";
import { CellKeyType, Record } from "#lib/schemas/records/record";

export const SharedRecord = Record.pick({ id: true, name: true, fields: true }).meta({ id: "SharedRecord" });
export type SharedRecord = z.infer<typeof SharedRecord>;

export const FormSubmission = z
  .object({
    fieldKeyType: CellKeyType,
    typecast: z.boolean().default(false).meta({
      description: "Convert values as well as possible. Does not create choices of select fields.",
    }),
    fields: anyObject("must be an object: field key → cell value").meta({
      description: "Field key → cell.",
      examples: [{ Name: "Ada", Count: 3, Status: "light" }],
    }),
  })
  .meta({ id: "FormSubmission", examples: [{ fields: { Name: "Ada", Count: 3, Status: "light" } }] });
export type FormSubmission = z.infer<typeof FormSubmission>;
