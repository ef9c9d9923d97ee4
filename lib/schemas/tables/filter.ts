/*
 * The shape of a filter, independent of the table. lib/engine/query/check-filter.ts checks its operators and values against
 * the fields.
 *
 *   group = { conjunction, filterSet: [item | group, …] }      item = { fieldId, operator, value, isSymbol? }
 */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { StorableNumber } from "#lib/schemas/basics/number";
import { messageOf } from "#lib/schemas/issues/issues";
import { companions, dayModes, stretchModes } from "#lib/schemas/records/filter-dates";

const DateValue = z
  .strictObject({
    mode: z.enum([...dayModes, ...stretchModes]),
    numberOfDays: z.int().min(1).max(limits.filterDays).optional(),
    exactDate: z.iso
      .datetime({ offset: true, error: "must be an ISO 8601 time with Z or an offset" })
      .optional(),
    timeZone: z.string().meta({
      description: "Days are those of this time zone.",
      examples: ["Europe/Berlin"],
    }),
  })
  .superRefine((value, context) => {
    for (const [member, modes] of Object.entries(companions))
      if (modes.some((mode) => mode === value.mode) && value[member as keyof typeof companions] === undefined)
        context.addIssue({ code: "custom", path: [member], message: `is required with mode ${value.mode}` });
  })
  .meta({
    id: "FilterDate",
    description:
      "`numberOfDays` and `exactDate` are required with the modes that use them. An `exactDate` that is midnight in its `timeZone` is that day; any other is a moment for isBefore, isAfter, isOnOrBefore and isOnOrAfter, while is, isNot and isWithIn compare days.",
  });
export type FilterDate = z.infer<typeof DateValue>;

const Scalar = z.union([z.string(), StorableNumber, z.boolean()], "must be text, a number or a boolean");
const Scalars = z.array(Scalar).max(limits.filterValues, `at most ${limits.filterValues} values`);
const Value = z.union([Scalar, z.null(), Scalars, DateValue]);

const Item = z
  .strictObject({
    fieldId: z.string(),
    operator: z
      .string()
      .meta({ examples: ["is", "contains", "isGreater", "hasAnyOf", "isWithIn", "isEmpty"] }),
    value: Value.meta({
      description:
        "Must be null with isEmpty and isNotEmpty. With other operators, an item with null is ignored.",
    }),
    isSymbol: z
      .boolean()
      .optional()
      .meta({ description: "True if the operator is a symbol, for example >= or NOT IN." }),
  })
  .meta({ id: "FilterItem" });
export type FilterItem = z.infer<typeof Item>;

const Group = z
  .strictObject({
    conjunction: z.enum(["and", "or"]),
    get filterSet() {
      return z.array(z.union([Item, Group]));
    },
  })
  .meta({
    id: "Filter",
    description: `Groups may nest ${limits.filterDepth} levels deep, with at most ${limits.filterItems} items in total.`,
    examples: [
      { conjunction: "and", filterSet: [{ fieldId: "fld4mSa1Cw6nZ8tQ0Yh", operator: "is", value: "done" }] },
    ],
  });
export type Filter = z.infer<typeof Group>;

/**
 * Checked by hand first: a recursive schema would follow any depth, and zod cannot tell which alternative of a union was
 * meant.
 */
export const Filter = z.preprocess((sent, context) => {
  for (const { path, message } of findFaults(sent)) context.addIssue({ code: "custom", path, message });
  return sent;
}, Group);

interface Fault {
  path: PropertyKey[];
  message: string;
}

export const isFilterGroup = (node: Filter | FilterItem): node is Filter => "filterSet" in node;

/** All items of a filter, with those of nested groups. */
export const itemsOf = ({ filterSet }: Filter): FilterItem[] =>
  filterSet.flatMap((entry) => (isFilterGroup(entry) ? itemsOf(entry) : entry));

const shallow = {
  group: z.strictObject({ conjunction: Group.shape.conjunction, filterSet: z.array(z.unknown()) }),
  item: z.strictObject({ ...Item.shape, value: z.unknown().optional() }),
};

function findFaults(filter: unknown): Fault[] {
  const places: Fault[] = [];
  const counted = { items: 0, groups: 0 };
  const check = (shape: z.ZodType, value: unknown, at: PropertyKey[]) => {
    for (const issue of shape.safeParse(value).error?.issues ?? []) {
      const path = [...at, ...issue.path];
      if (issue.code !== "unrecognized_keys") places.push({ path, message: messageOf(issue) });
      else for (const key of issue.keys) places.push({ path: [...path, key], message: "is unknown" });
    }
  };

  const visitItem = (item: unknown, at: PropertyKey[]) => {
    counted.items++;
    check(shallow.item, item, at);
    if (!isObject(item)) return;
    const { value } = item;
    const path = [...at, "value"];
    if (value === undefined)
      places.push({ path, message: "is missing; send null for isEmpty and isNotEmpty" });
    else if (Array.isArray(value)) check(Scalars, value, path);
    else check(isObject(value) ? DateValue : Scalar.nullable(), value, path);
  };
  const visitGroup = (group: unknown, at: PropertyKey[], depth: number) => {
    counted.groups++;
    if (depth > limits.filterDepth) {
      places.push({
        path: at,
        message: `is nested too deep: groups may nest ${limits.filterDepth} levels deep`,
      });
      return;
    }
    check(shallow.group, group, at);
    const entries = isObject(group) && Array.isArray(group.filterSet) ? group.filterSet : [];
    for (const [i, entry] of entries.entries()) {
      if (Math.max(counted.items, counted.groups) > limits.filterItems) return;
      // one entry may have thousands of wrong members, and the response lists no more than this
      if (places.length > limits.issuesListed) return;
      const path = [...at, "filterSet", i];
      if (isObject(entry) && ("filterSet" in entry || "conjunction" in entry))
        visitGroup(entry, path, depth + 1);
      else visitItem(entry, path);
    }
  };

  if (isBareItem(filter) || Array.isArray(filter)) {
    const what = Array.isArray(filter) ? "these items" : "this item";
    return [{ path: [], message: `a filter is {conjunction, filterSet}; put ${what} into filterSet` }];
  }
  visitGroup(filter, [], 1);
  for (const [what, count] of Object.entries(counted))
    if (count > limits.filterItems)
      places.push({ path: [], message: `at most ${limits.filterItems} ${what}` });
  if (places.length === 0 && byteLength(filter) > limits.filterBytes)
    places.push({ path: [], message: `must have at most ${limits.filterBytes} bytes as JSON` });
  return places;
}

const isObject = (value: unknown): value is { value?: unknown; filterSet?: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isBareItem = (value: unknown) =>
  isObject(value) && "fieldId" in value && !("filterSet" in value) && !("conjunction" in value);

const byteLength = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
