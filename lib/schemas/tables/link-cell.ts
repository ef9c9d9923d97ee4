/* The cell of a link field, in a query of the records that it links or may link. */
import * as z from "zod";
import { FieldId, RecordId } from "#lib/schemas/basics/ids";

const must = 'must be the id of a link field, or that and the id of a record: ["fld…","rec…"]';

/** A link field of any table, and perhaps one of its records. */
export interface LinkCell {
  fieldId: FieldId;
  recordId?: RecordId;
}

/** A field id, or `[field, record]`: as a list, as JSON text, or as a key that repeats. */
const LinkCell = z.unknown().transform((sent, context): LinkCell => {
  const value = typeof sent === "string" ? parsed(sent) : sent;
  const { data } = Cell.safeParse(Array.isArray(value) ? value : [value]);
  if (!data) {
    context.addIssue({ code: "custom", message: must });
    return z.NEVER;
  }
  const [fieldId, recordId] = data;
  return { fieldId, ...(recordId && { recordId }) };
});

const Cell = z.union([z.tuple([FieldId]), z.tuple([FieldId, RecordId])]);

function parsed(text: string): unknown {
  if (!text.startsWith("[")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const shown = {
  type: undefined,
  anyOf: [
    { type: "string" as const },
    { type: "array" as const, items: { type: "string" as const }, minItems: 1, maxItems: 2 },
  ],
};

/** The parameters of a list that name such a cell. */
export const ofLinkCell = {
  filterLinkCellCandidate: LinkCell.optional().meta({
    ...shown,
    description:
      "Only records that this link field, of any table, may link: those that its view and filter show and, if a record can be linked only once, that no other record has. With `[field, record]` without what the cell of that record holds. `selectedRecordIds` are left out.",
    examples: ["fldK2xPq7RtYwZ9uVbN3"],
  }),
  filterLinkCellSelected: LinkCell.optional().meta({
    ...shown,
    description:
      "Only records that this link field links; with `[field, record]` those of the cell, in its order unless the query sorts. Not together with `filterLinkCellCandidate`.",
    examples: [["fldK2xPq7RtYwZ9uVbN3", "rec000000100aBcDeFgH"]],
  }),
};
