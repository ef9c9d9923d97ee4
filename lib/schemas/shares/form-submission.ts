/* What a shared form is sent, and the record that comes of it. */
import * as z from "zod";
import { anyObject } from "#lib/schemas/basics/object";
import { FieldKeyType, Record } from "#lib/schemas/records/record";

export const SharedRecord = Record.pick({ id: true, name: true, fields: true }).meta({ id: "SharedRecord" });
export type SharedRecord = z.infer<typeof SharedRecord>;

export const FormSubmission = z
  .object({
    fieldKeyType: FieldKeyType.default("name"),
    typecast: z.boolean().default(false).meta({
      description: "Make the best cell of any value. It makes no new choices of a select field.",
    }),
    fields: anyObject("must be an object: field key to cell value").meta({
      description: "From the key of a field to the cell.",
      examples: [{ Name: "Ada", Count: 3, Status: "light" }],
    }),
  })
  .meta({ id: "FormSubmission", examples: [{ fields: { Name: "Ada", Count: 3, Status: "light" } }] });
export type FormSubmission = z.infer<typeof FormSubmission>;
