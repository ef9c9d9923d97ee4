/*
 * The part of a request that says which records it wants, in which order: in a query string, or as a body with the same
 * members. lib/engine/query/resolve-query.ts combines it with the query of a view.
 */
import * as z from "zod";
import { FieldId, QueryId, RecordId, ViewId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { flag, jsonText, list, wholeNumber } from "#lib/schemas/basics/query-string";
import { refuseRepeated } from "#lib/schemas/basics/repeated";
import { hintAt } from "#lib/schemas/issues/hints";
import { Expand, ExpandText } from "#lib/schemas/records/expand";
import { FieldKeyType, Record, RecordQuery } from "#lib/schemas/records/record";
import { Filter } from "./filter.ts";
import { ofLinkCell } from "./link-cell.ts";
import { FilterText } from "./tql.ts";
import { Group, Order } from "./view.ts";

const OrderBy = z.array(Order).max(limits.sortFields, `must name at most ${limits.sortFields} fields`).meta({
  id: "OrderBy",
  description: "The first field is the most significant. Applied before the sort of the view.",
});

const Collapsed = z.array(z.string().max(64)).max(limits.groupPoints);

/** `[value, field keys separated by commas, whether to leave out records without a hit]`. */
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
      context.addIssue({ code: "custom", path: [1], message: "must be field keys, separated by commas" });
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
      "The text to search for; the fields to search, separated by commas (default: visible fields of text, numbers, choices, people and files); true to leave out records without a hit.",
    type: "array",
    anyOf: undefined,
    items: { type: ["string", "boolean"] },
    minItems: 1,
    maxItems: 3,
    examples: [["ada", "Name", "true"]],
  });
export interface Search {
  value: string;
  fieldKeys?: string[];
  hideNotMatch: boolean;
}

const viewId = ViewId.optional().meta({
  description: "Apply the filter, sort, hidden fields and row order of this view.",
});
const ignored = { description: "Ignore the filter and sort of the view." };
const selected = { description: "Only these records." };
const selectedIds = z
  .array(RecordId)
  .max(limits.recordsPerCall, `at most ${limits.recordsPerCall} records per call`)
  .superRefine(refuseRepeated());
const cursor = z.string().max(limits.cursorLength).optional().meta({
  description: "The `nextCursor` of the previous page. Continues there, whatever was written in between.",
});

const filterExample =
  '{"conjunction":"and","filterSet":[{"fieldId":"Status","operator":"is","value":"light"}]}';

/** An empty object or list, and a filter without items, are no filter. */
const RequestFilter = z
  .preprocess((sent) => (isEmptyObject(sent) ? null : sent), Filter.nullish())
  .transform((filter) => (filter && filter.filterSet.length > 0 ? filter : undefined));

const isEmptyObject = (value: unknown) =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

const filterByTql = FilterText.optional().meta({
  description:
    "The filter as text, in place of `filter`: fields in braces, `=`, `!=`, `>`, `>=`, `<`, `<=`, `LIKE`, `NOT LIKE`, `IN`, `NOT IN`, `HAS`, `IS NULL`, `IS NOT NULL`, `AND`, `OR`, parentheses.",
  examples: ["{Status} = 'light' AND ({Count} > 5 OR {Count} IS NULL)"],
});

const filterByFormula = z
  .string()
  .transform((text) => (text.trim() === "" ? undefined : text))
  .optional()
  .meta({
    description:
      "A formula as a filter, in addition to `filter`: a record is listed if its result is true. Empty, 0, FALSE, an empty list, the text `false` and errors are not. Fields are named in braces, by id or name.",
    examples: ["AND({Count} > 5, LEN({Name}) < 20)"],
  });

const queryId = QueryId.optional().meta({
  description: "A saved query (`POST /query-params`): its parameters apply where they are not sent here.",
});

/** An empty list is as if it were left out. */
const unlessEmpty = <Element>(list: Element[] | null | undefined): Element[] | undefined =>
  list && list.length > 0 ? list : undefined;

/** Which records. */
export const which = {
  fieldKeyType: FieldKeyType.default("name"),
  viewId,
  ignoreViewQuery: flag().default(false).meta(ignored),
  filter: jsonText(RequestFilter, filterExample, "; `filterByTql` takes a filter in words")
    .optional()
    .meta({ description: "JSON. Applied in addition to the filter of the view." }),
  search: Search.optional(),
  selectedRecordIds: list(RecordId, "selectedRecordIds", { most: limits.recordsPerCall, what: "records" })
    .superRefine(refuseRepeated())
    .optional()
    .meta(selected),
  filterByTql,
  filterByFormula,
  queryId,
  ...ofLinkCell,
};
/** In which order and in which groups. */
const orderExample = '[{"fieldId":"Count","order":"desc"}]';
export const inOrder = {
  orderBy: jsonText(OrderBy, orderExample).transform(unlessEmpty).optional().meta({ description: "JSON." }),
  groupBy: jsonText(Group, orderExample)
    .transform(unlessEmpty)
    .optional()
    .meta({ description: "JSON. Records of the same group are listed together." }),
  collapsedGroupIds: jsonText(Collapsed)
    .transform(unlessEmpty)
    .optional()
    .meta({ description: "JSON: the ids of groups whose records are left out." }),
};
/** Which page. */
export const paged = {
  take: wholeNumber(1, limits.recordsPerPage)
    .default(100)
    .meta({ description: "How many records a page holds at most; fewer if they are large." }),
  skip: wholeNumber(0, limits.skippedRecords, "; to go further, use `cursor`")
    .default(0)
    .meta({ description: "How many records to skip; to go further, use `cursor`." }),
  cursor,
};

export const RecordListQuery = z.strictObject(
  { ...RecordQuery.shape, ...which, ...inOrder, ...paged, expand: ExpandText },
  hintAt("take", "skip", "orderBy", "projection", "filter"),
);
export type RecordListQuery = z.infer<typeof RecordListQuery>;

/** The query of a list, without its page: places are the same for pages of any size. */
export const RowPlacesQuery = z.strictObject(
  {
    ...which,
    ...inOrder,
    cursor: cursor.meta({ description: "The `nextCursor` of the answer before: its places go on there." }),
  },
  hintAt("orderBy", "filter"),
);
export type RowPlacesQuery = z.infer<typeof RowPlacesQuery>;

export const RowPlaces = z
  .object({
    places: z
      .array(
        z.object({
          row: z.int().meta({ description: "How many records the list has before this one." }),
          cursor: z.string().nullable().meta({
            description: "The list with this `cursor` begins with this row; null for row 0.",
          }),
        }),
      )
      .meta({ description: "In the order of the list." }),
    rows: z.int().nullable().meta({ description: "How many rows the list has, if it was read to its end." }),
    every: z.int().meta({
      description: "About so many rows are from one place to the next; `skip` leads to a row in between.",
    }),
    nextCursor: z.string().nullable().meta({ description: "null if no more places follow." }),
    reason: z.enum(["noIndex", "movedRows", "updating"]).optional().meta({
      description:
        "Why there are no places but row 0. `noIndex`: no index has this order and filter. `movedRows`: more than 500 rows of the view were moved by hand. `updating`: records of the index are being changed by what they show of others; ask again later.",
    }),
  })
  .meta({ id: "RowPlaces" });
export type RowPlaces = z.infer<typeof RowPlaces>;

const between = (least: number, most: number) => z.int().min(least).max(most);

/** Which records, and in which order, as members of a body. */
export const listedByBody = {
  fieldKeyType: FieldKeyType.default("name"),
  projection: z.array(z.string()).max(limits.fieldsPerTable).optional(),
  viewId,
  ignoreViewQuery: z.boolean().default(false).meta(ignored),
  filter: RequestFilter.optional(),
  search: Search.optional(),
  selectedRecordIds: selectedIds.optional().meta(selected),
  orderBy: OrderBy.nullish().transform(unlessEmpty).optional(),
  groupBy: Group.nullish().transform(unlessEmpty).optional(),
  collapsedGroupIds: Collapsed.nullish().transform(unlessEmpty).optional(),
  filterByTql,
  filterByFormula,
  queryId,
  ...ofLinkCell,
};

/** The same query as a JSON body. */
export const RecordListBody = z
  .strictObject(
    {
      ...listedByBody,
      cellFormat: RecordQuery.shape.cellFormat,
      take: between(1, limits.recordsPerPage).default(100),
      skip: between(0, limits.skippedRecords).default(0),
      cursor,
      expand: Expand.optional(),
    },
    hintAt("take", "skip", "orderBy", "projection", "filter"),
  )
  .meta({
    id: "RecordListBody",
    description:
      "The query of `GET /table/{tableId}/record` as a body: on AWS a request line may have at most 10 KB.",
    examples: [{ orderBy: [{ fieldId: "Count", order: "desc" }], take: 10 }],
  });

export const RecordCountQuery = z.strictObject(which, hintAt("filter"));
export type RecordCountQuery = z.infer<typeof RecordCountQuery>;

const GroupPoint = z.union([
  z.object({
    type: z.literal(0),
    id: z.string().meta({ description: "The id of the group, for `collapsedGroupIds`." }),
    depth: z.int().meta({ description: "0 for the outermost group." }),
    value: z
      .unknown()
      .meta({ description: "The cell that all records of the group share; null if it is empty." }),
    isCollapsed: z.boolean(),
  }),
  z.object({
    type: z.literal(1),
    count: z.int().meta({ description: "How many records the group before has." }),
  }),
]);

export const GroupPoints = z.array(GroupPoint).meta({
  id: "GroupPoints",
  description: "The groups (type 0), and after each innermost group the number of its records (type 1).",
});

export const SearchHit = z.object({ recordId: RecordId, fieldId: FieldId });

export const RecordPage = z
  .object({
    records: z.array(Record),
    nextCursor: z.string().nullable().meta({
      description: "null on the last page. A page may be short or even empty without being the last.",
    }),
    extra: z
      .object({
        groupPoints: GroupPoints.optional().meta({ description: "With `groupBy`: the groups of all pages." }),
        allGroupHeaderRefs: z.array(z.object({ id: z.string(), depth: z.int() })).optional(),
        searchHitIndex: z
          .array(SearchHit)
          .optional()
          .meta({ description: "With `search`: the hits on this page." }),
      })
      .optional(),
  })
  .meta({ id: "RecordPage" });
export type RecordPage = z.infer<typeof RecordPage>;
