/* Changing or deleting all records that a filter finds, in place of naming them by their ids. */
import * as z from "zod";
import { JobId, RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { hintAt } from "#lib/schemas/issues/hints";
import { CellKeyType, SentCells, Typecast } from "#lib/schemas/records/record";
import { listedByBody } from "./list-query.ts";

const Expect = z
  .strictObject({
    max: z.int().min(0).max(limits.recordsSorted).meta({
      description: "If the filter finds more records, nothing is written, and the answer is a 412.",
    }),
  })
  .meta({ id: "WhereExpectation", description: "What the caller knows about the records found." });

const { filter, filterByTql, viewId, ignoreViewQuery } = listedByBody;
const found = {
  fieldKeyType: CellKeyType,
  filter: filter.meta({
    description:
      "As for a list, with two differences: without a condition it is refused, and so is an item whose value is null, which a list leaves out.",
  }),
  filterByTql,
  viewId: viewId.meta({ description: "Only records that this view shows." }),
  ignoreViewQuery,
  all: z.literal(true).optional().meta({
    description:
      "Every record of the table, or of the view. It stands in place of a filter, so that a filter that was forgotten writes nothing.",
  }),
  expect: Expect.optional(),
  dryRun: z.boolean().default(false).meta({
    description: "Writes nothing, and answers what the call would do. The checks are the same.",
  }),
};

interface Sent {
  filter?: unknown;
  filterByTql?: unknown;
  all?: true | undefined;
}

/** Exactly one of them says which records: what is left out by mistake must not mean all of them. */
function refuseUnclear({ filter, filterByTql, all }: Sent, context: z.RefinementCtx): void {
  const [first, ...others] = Object.entries({ filter, filterByTql, all }).filter(([, each]) => each);
  const message = first
    ? `must be left out beside ${first[0]}: one of filter, filterByTql and all says which records`
    : 'must have a condition; to write every record of the table, send {"all": true} in its place';
  for (const [name] of first ? others : [["filter"]])
    context.addIssue({ code: "custom", path: [String(name)], message });
}

const lightOnes = {
  conjunction: "and" as const,
  filterSet: [{ fieldId: "Status", operator: "is", value: "light" }],
};

export const RecordsToUpdate = z
  .strictObject(
    {
      ...found,
      fields: SentCells.refine(
        (cells) => !cells || Object.keys(cells).length > 0,
        "must name at least one field",
      ).meta({
        description: "The cells that each record found gets. null empties a cell.",
      }),
      typecast: Typecast,
    },
    hintAt("filter"),
  )
  .superRefine(refuseUnclear)
  .meta({
    id: "RecordsToUpdate",
    examples: [
      { filter: lightOnes, fields: { Count: 4 }, expect: { max: 100 } },
      { filterByTql: "{Status} = 'light'", fields: { Count: null }, dryRun: true },
    ],
  });
export type RecordsToUpdate = z.infer<typeof RecordsToUpdate>;

export const RecordsToDelete = z
  .strictObject(found, hintAt("filter"))
  .superRefine(refuseUnclear)
  .meta({
    id: "RecordsToDelete",
    examples: [
      { filter: lightOnes, expect: { max: 100 } },
      { filterByTql: "{Status} = 'light'", dryRun: true },
    ],
  });
export type RecordsToDelete = z.infer<typeof RecordsToDelete>;

const answer = {
  matched: z.int().meta({ description: "How many records the filter found." }),
  recordIds: z
    .array(RecordId)
    .optional()
    .meta({
      description: `The records found, oldest first. Absent if there are more than ${limits.recordsPerCall}.`,
    }),
  jobId: JobId.optional().meta({
    description: `More than ${limits.recordsPerCall} records, or very large ones: the job that writes them (status 202). \`GET /table/{tableId}/job/{jobId}\` returns its progress.`,
  }),
  dryRun: z.literal(true).optional().meta({ description: "Nothing was written." }),
};

export const UpdatedWhere = z
  .object({
    ...answer,
    updated: z.int().optional().meta({
      description:
        "How many of them have changed; records that had the values already have not. With `dryRun`: how many would change. Absent where a job does it.",
    }),
  })
  .meta({ id: "UpdatedWhere", examples: [{ matched: 1, updated: 1, recordIds: ["rec4mSa1Cw6nZ8tQ0Yh"] }] });
export type UpdatedWhere = z.infer<typeof UpdatedWhere>;

export const DeletedWhere = z
  .object({
    ...answer,
    deleted: z.int().optional().meta({
      description: "How many were deleted. With `dryRun`: how many would be. Absent where a job does it.",
    }),
  })
  .meta({ id: "DeletedWhere", examples: [{ matched: 1, deleted: 1, recordIds: ["rec4mSa1Cw6nZ8tQ0Yh"] }] });
export type DeletedWhere = z.infer<typeof DeletedWhere>;
