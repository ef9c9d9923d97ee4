/* The changes of a base in requests and responses. */
import * as z from "zod";
import { TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { list, wholeNumber } from "#lib/schemas/basics/query-string";
import { Record } from "#lib/schemas/records/record";
import { eventPlace, eventSubjects, eventVerbs } from "./webhook.ts";

const subjects = [...eventSubjects, "table"] as const;
/** A record whose row was moved in a view has no verb of events; `table.many` stands for many changes. */
export const changeTypes = [
  ...subjects.flatMap((subject) => eventVerbs.map((verb) => `${subject}.${verb}` as const)),
  ...(["record.moved", "table.many", "base.updated", "members.updated"] as const),
] as const;

export const BaseChange = z
  .object({
    type: z.enum(changeTypes).meta({
      description:
        "`record.updated`: a cell of the record changed. `record.moved`: only the place of its row in a view. `table.many`: the table has more than 2,000 changes, which are left out: list it again. `field.updated`: cells of the field may look different, with `computed` because it shows a field of another table that changed: read its table again. `base.updated`, `members.updated`: read the base or its members again; a member who took another name or picture is one of these.",
    }),
    ...eventPlace,
    computed: eventPlace.computed.meta({
      description:
        "It follows from a change elsewhere: a cell from another record, or a field, which then has no `version`, from a field of another table.",
    }),
    record: Record.optional().meta({
      description:
        "With `records=cells`, which has one change for each record: the record as it is now; absent if it does not exist, and then the type is `record.deleted`.",
    }),
  })
  .meta({
    id: "Change",
    examples: [
      {
        type: "record.updated",
        tableId: "tbl4mSa1Cw6nZ8tQ0Yh",
        recordId: "rec4mSa1Cw6nZ8tQ0Yh",
        version: 7,
        fieldIds: ["fld4mSa1Cw6nZ8tQ0Yh"],
        by: "usr4mSa1Cw6nZ8tQ0Yh",
      },
    ],
  });
export type BaseChange = z.infer<typeof BaseChange>;

const Since = z.string().max(200).optional().meta({
  description: "The `cursor` of the previous answer. Without it: the cursor of now, and no changes.",
});

export const ChangesQuery = z.strictObject({
  since: Since,
  tableIds: list(TableId, "tableIds", { most: limits.tablesPerWatch, what: "tables" }).optional().meta({
    description:
      "Only changes of these tables, and of the base itself. Without `since` each must be a table of the base; later one may have been deleted.",
  }),
  take: wholeNumber(1, limits.changesPerPage)
    .default(limits.changesPerPage)
    .meta({ description: "How many changes the answer has at most." }),
  records: z.enum(["ids", "cells"]).default("ids").meta({
    description:
      "`cells`: one change for each record, with the record as it is now, by the ids of fields. Put what is shown and remove what is not, and you have the state of now.",
  }),
});
export type ChangesQuery = z.infer<typeof ChangesQuery>;

const follows = {
  cursor: z.string().meta({ description: "Send it as `since` of the next request." }),
};
export const ChangesPage = z
  .object({
    changes: z.array(BaseChange).meta({
      description:
        "In the order in which they were logged. A change may come twice or late: of two of one subject the one with the higher version counts.",
    }),
    ...follows,
    more: z.boolean().meta({ description: "There are more changes: ask again at once." }),
    reset: z.boolean().meta({
      description:
        "Changes before `cursor` are unknown, because the last cursor is too old or was lost: read everything again, then go on from `cursor`.",
    }),
  })
  .meta({ id: "ChangesPage" });
export type ChangesPage = z.infer<typeof ChangesPage>;

export const SharedChangesQuery = z.strictObject({ since: Since });
export const SharedChanges = z
  .object({
    changed: z.boolean().meta({ description: "Whether to read the view again. True without `since`." }),
    ...follows,
  })
  .meta({ id: "SharedChanges" });
