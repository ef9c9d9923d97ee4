/* The people and linked records that visitors of a share may see. */
import * as z from "zod";
import { FieldId, RecordId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { wholeNumber } from "#lib/schemas/basics/query-string";

const part = {
  search: z.string().max(limits.searchLength).optional().meta({
    description: "Only those whose name contains this text. Case does not matter.",
  }),
  skip: wholeNumber(0, limits.skippedRecords).default(0).meta({ description: "How many to leave out." }),
  take: wholeNumber(1, limits.recordsPerPage)
    .default(100)
    .meta({ description: "How many the answer holds at most." }),
};

export const SharedPeopleQuery = z.strictObject({
  fieldId: FieldId.optional().meta({ description: "A field with people. Forms need none." }),
  ...part,
  type: z.enum(["user", "department"]).optional().meta({
    description: "There are no departments: the list of `department` is empty.",
  }),
});
export type SharedPeopleQuery = z.infer<typeof SharedPeopleQuery>;

export const SharedPeople = z
  .array(
    z.object({
      userId: UserId,
      userName: z.string(),
      email: z.literal("").meta({ description: "Shares show no addresses." }),
      avatar: z.string().nullable().meta({ description: "null without one." }),
    }),
  )
  .meta({ id: "SharedPeople" });
export type SharedPeople = z.infer<typeof SharedPeople>;

export const SharedLinks = z
  .array(
    z.object({
      id: RecordId.optional().meta({ description: "Only for candidates of a form, to send it back." }),
      title: z.string(),
    }),
  )
  .meta({ id: "SharedLinks" });
export type SharedLinks = z.infer<typeof SharedLinks>;

export const SharedLinksQuery = z.strictObject({
  fieldId: FieldId.meta({ description: "A link field." }),
  ...part,
  type: z.enum(["candidate", "selected"]).optional().meta({
    description:
      "Records that may be linked, or those that are. Default: candidates in forms, else selected.",
  }),
});
export type SharedLinksQuery = z.infer<typeof SharedLinksQuery>;
