/* What somebody sees, and may send, who has the address of a shared view. */
import * as z from "zod";
import { AggregationQuery } from "./aggregation.ts";
import { Field } from "./field.ts";
import { limits } from "./limits.ts";
import { inOrder, paged, RecordPage, which } from "./looking.ts";
import { anyObject } from "./object.ts";
import { FieldKeyType, Record, RecordQuery } from "./record.ts";
import { ShareMeta, View } from "./view.ts";

const shareId = z.string().meta({ id: "ShareId", examples: ["shr4mSa1Cw6nZ8tQ0Yh"] });
/** Of any text: one that cannot be the address of a share is as one that is none. */
export const InShare = z.object({ shareId });

export const SharePassword = z
  .object({ password: z.string().min(1, "must not be empty").max(limits.nameLength) })
  .meta({ id: "SharePassword", examples: [{ password: "correct horse 7" }] });

export const SharedView = z
  .object({
    shareId,
    tableName: z.string(),
    view: View.pick({
      ...{ id: true, name: true, type: true, description: true, options: true },
      ...{ sort: true, filter: true, group: true, columnMeta: true },
    }).meta({ description: "What it says of hidden fields is left out, unless they are shared too." }),
    fields: z.array(Field).meta({ description: "Those that may be seen, in the order of the view." }),
    shareMeta: ShareMeta.omit({ password: true }),
  })
  .meta({ id: "SharedView", description: "A view as it is shared with the world." });
export type SharedView = z.infer<typeof SharedView>;

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

/** What a browser sends of a form, by the ids of its fields; what is none of them is passed over. */
export const TypedForm = anyObject("must be a form").meta({
  id: "TypedForm",
  description: "Text, or a list of it, by the ids of fields.",
  examples: [{ fld4mSa1Cw6nZ8tQ0Yh: "Ada" }],
});

const one = z.string().optional().catch(undefined);
export const SharePageQuery = z.looseObject({
  cursor: one.meta({ description: "Of the page before." }),
  done: one.meta({ description: "A form was sent: thanks for it." }),
});

/** What sealing adds to a cursor, as letters. */
const sealLength = 40;
const { viewId: _, ignoreViewQuery: __, ...whichShared } = which;

export const SharedRecordsQuery = z.strictObject({
  ...{ fieldKeyType: whichShared.fieldKeyType, projection: RecordQuery.shape.projection },
  ...{ ...whichShared, ...inOrder, ...paged },
  cursor: z
    .string()
    .max(limits.cursorLength + sealLength)
    .optional()
    .meta({ description: "nextCursor of the page before, of this share." }),
});
export type SharedRecordsQuery = z.infer<typeof SharedRecordsQuery>;

export const SharedRecordPage = RecordPage.extend({ records: z.array(SharedRecord) }).meta({
  id: "SharedRecordPage",
});
export type SharedRecordPage = z.infer<typeof SharedRecordPage>;

export const SharedCountQuery = z.strictObject(whichShared);
export type SharedCountQuery = z.infer<typeof SharedCountQuery>;

export const SharedAggregationQuery = AggregationQuery.omit({ viewId: true, ignoreViewQuery: true });
export type SharedAggregationQuery = z.infer<typeof SharedAggregationQuery>;
