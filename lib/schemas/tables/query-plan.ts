/*
 * Which records, in which order: what a request says of that, in a query string or (the same members) as a body. A view says
 * the like; lib/engine/query/query-plan.ts puts the two together.
 */
import * as z from "zod";
import { FieldId, RecordId, ViewId } from "#lib/schemas/basics/ids";
import { later } from "#lib/schemas/basics/later";
import { limits } from "#lib/schemas/basics/limits";
import { flag, jsonText, list, wholeNumber } from "#lib/schemas/basics/query-string";
import { refuseRepeated } from "#lib/schemas/basics/repeated";
import { FieldKeyType, Record, RecordQuery } from "#lib/schemas/records/record";
import { Filter } from "./filter.ts";
import { Group, Order } from "./view.ts";

const OrderBy = z
  .array(Order)
  .max(limits.sortFields, `must name at most ${limits.sortFields} fields`)
  .meta({ id: "OrderBy", description: "The first field counts most. Before what the view sorts by." });

const Collapsed = z.array(z.string().max(64)).max(limits.groupPoints);

/** `[value, keys of fields separated by commas, whether records without a hit are left out]`. */
export const Search = z
  .union(
    [
      z.string().transform((value) => [value]),
      z
        .array(z.union([z.string(), z.boolean()]))
        .min(1)
        .max(3),
    ],
    "must be a list: [value, fields, hideNotMatch]",
  )
  .transform(([value, keys = "", hide = false], context): Search => {
    if (typeof value !== "string" || value.length > limits.searchLength)
      context.addIssue({
        code: "custom",
        path: [0],
        message: `must be text of up to ${limits.searchLength} characters`,
      });
    if (typeof keys !== "string")
      context.addIssue({ code: "custom", path: [1], message: "must be keys of fields, separated by commas" });
    if (![true, false, "true", "false", ""].includes(hide))
      context.addIssue({ code: "custom", path: [2], message: "must be true or false" });
    const fieldKeys = String(keys)
      .split(",")
      .filter((key) => key !== "");
    return {
      value: String(value),
      ...(fieldKeys.length > 0 && { fieldKeys }),
      hideNotMatch: String(hide) === "true",
    };
  })
  .meta({
    description:
      "What to look for, the fields to look into (by default those of text, numbers, choices and people that are not hidden), and true to leave out records without a hit.",
    type: "array",
    examples: [["ada", "Name", "true"]],
  });
export interface Search {
  value: string;
  fieldKeys?: string[];
  hideNotMatch: boolean;
}

const links = {
  filterLinkCellCandidate: later("links"),
  filterLinkCellSelected: later("links"),
};

const viewId = ViewId.optional().meta({
  description: "Look through this view: its filter, sort, hidden fields and the order of its rows.",
});
const ignored = { description: "Leave the view's filter and sort aside." };
const selected = { description: "Only these." };
const selectedIds = z
  .array(RecordId)
  .max(limits.recordsPerCall, `must hold at most ${limits.recordsPerCall} ids`)
  .superRefine(refuseRepeated());
const cursor = z
  .string()
  .max(limits.cursorLength)
  .optional()
  .meta({ description: "nextCursor of the page before: goes on there, whatever was written meanwhile." });

/** Which records. */
export const which = {
  fieldKeyType: FieldKeyType.default("name"),
  viewId,
  ignoreViewQuery: flag().default(false).meta(ignored),
  filter: jsonText(Filter).optional().meta({ description: "As JSON. Besides that of the view." }),
  search: Search.optional(),
  selectedRecordIds: list(RecordId, "selectedRecordIds", limits.recordsPerCall)
    .superRefine(refuseRepeated())
    .optional()
    .meta(selected),
  filterByTql: later("filtering by text"),
  ...links,
};
/** In which order, in which groups. */
export const inOrder = {
  orderBy: jsonText(OrderBy).optional().meta({ description: "As JSON." }),
  groupBy: jsonText(Group).optional().meta({ description: "As JSON. Records of a group come together." }),
  collapsedGroupIds: jsonText(Collapsed)
    .optional()
    .meta({ description: "As JSON: ids of groups whose records are left out." }),
};
export const paged = {
  take: wholeNumber(1, limits.recordsPerPage)
    .default(100)
    .meta({ description: "How many records a page holds; fewer where they are large." }),
  skip: wholeNumber(0, limits.skippedRecords, "; past that follow the cursor")
    .default(0)
    .meta({ description: "Passes over so many records first; deeper, follow the cursor." }),
  cursor,
};

export const RecordListQuery = z.strictObject({ ...RecordQuery.shape, ...which, ...inOrder, ...paged });
export type RecordListQuery = z.infer<typeof RecordListQuery>;

const between = (least: number, most: number) => z.int().min(least).max(most);

/** The members of the query as JSON. */
export const RecordListBody = z
  .strictObject({
    fieldKeyType: FieldKeyType.default("name"),
    cellFormat: RecordQuery.shape.cellFormat,
    projection: z.array(z.string()).max(limits.fieldsPerTable).optional(),
    viewId,
    ignoreViewQuery: z.boolean().default(false).meta(ignored),
    filter: Filter.nullish().transform((filter) => filter ?? undefined),
    search: Search.optional(),
    selectedRecordIds: selectedIds.optional().meta(selected),
    orderBy: OrderBy.optional(),
    groupBy: Group.optional(),
    collapsedGroupIds: Collapsed.optional(),
    take: between(1, limits.recordsPerPage).default(100),
    skip: between(0, limits.skippedRecords).default(0),
    cursor,
    filterByTql: later("filtering by text"),
    ...links,
  })
  .meta({
    id: "RecordListBody",
    description:
      "As the query of `GET /table/{tableId}/record`, whose request line is at most 10 KB long on AWS.",
    examples: [{ orderBy: [{ fieldId: "Count", order: "desc" }], take: 10 }],
  });

export const RecordCountQuery = z.strictObject(which);
export type RecordCountQuery = z.infer<typeof RecordCountQuery>;

const GroupPoint = z.union([
  z.object({
    type: z.literal(0),
    id: z.string().meta({ description: "Of the group, for collapsedGroupIds." }),
    depth: z.int().meta({ description: "0 for the outermost group." }),
    value: z.unknown().meta({ description: "The cell that all of the group have; null where it is empty." }),
    isCollapsed: z.boolean(),
  }),
  z.object({ type: z.literal(1), count: z.int().meta({ description: "Records of the group above." }) }),
]);

export const GroupPoints = z.array(GroupPoint).meta({
  id: "GroupPoints",
  description: "Heads of groups, and after the innermost ones how many records they have.",
});

export const SearchHit = z.object({ recordId: RecordId, fieldId: FieldId });

export const RecordPage = z
  .object({
    records: z.array(Record),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: "Null at the end. A page may be short, even empty, and not the last." }),
    extra: z
      .object({
        groupPoints: GroupPoints.optional().meta({ description: "With groupBy: of all pages." }),
        allGroupHeaderRefs: z.array(z.object({ id: z.string(), depth: z.int() })).optional(),
        searchHitIndex: z.array(SearchHit).optional().meta({ description: "With search: of this page." }),
      })
      .optional(),
  })
  .meta({ id: "RecordPage" });
export type RecordPage = z.infer<typeof RecordPage>;
