/* Submissions of shared forms, and the record that each creates. */
import * as z from "zod";
import { FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { anyObject } from "#lib/schemas/basics/object";
import { ContentType } from "#lib/schemas/records/attachment";
import { CellKeyType, Record } from "#lib/schemas/records/record";

export const SharedRecord = Record.pick({ id: true, name: true, fields: true }).meta({ id: "SharedRecord" });
export type SharedRecord = z.infer<typeof SharedRecord>;

export const FormSubmission = z
  .object({
    fieldKeyType: CellKeyType,
    typecast: z.boolean().default(false).meta({
      description:
        "Read values as people write them. What still cannot be read, and a choice that there is not yet, is a 400 that names the cell.",
    }),
    fields: anyObject("must be an object: field key → cell value").meta({
      description:
        "Field key → cell. A value that does not fit its field is a 400 that names the cell. Values for computed fields are ignored.",
      examples: [{ Name: "Ada", Count: 3, Status: "light" }],
    }),
  })
  .meta({ id: "FormSubmission", examples: [{ fields: { Name: "Ada", Count: 3, Status: "light" } }] });
export type FormSubmission = z.infer<typeof FormSubmission>;

export const NewFormFile = z
  .strictObject({
    fieldId: FieldId.meta({ description: "An attachment field for which the form asks." }),
    contentType: ContentType,
    contentLength: z
      .int()
      .min(0)
      .max(limits.formFileBytes, `must be at most ${limits.formFileBytes} bytes`)
      .meta({ description: "The exact size in bytes." }),
  })
  .meta({
    id: "NewFormFile",
    examples: [{ fieldId: "fld4mSa1Cw6nZ8tQ0Yh", contentType: "image/png", contentLength: 48_213 }],
  });
export type NewFormFile = z.infer<typeof NewFormFile>;
