import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { GroupPoint } from "#lib/engine/query/group-points";
import { makeGrouper } from "#lib/engine/query/grouping";
import type { Ordered } from "#lib/engine/query/ordering";
import type { DateFormatting } from "#lib/engine/values/dates";
import { formatDate } from "#lib/engine/values/format-date";
import { limits } from "#lib/schemas/basics/limits";
import { context } from "#test/engine/field-types/support";
import {
  aRecord,
  asked,
  choiceIds,
  fieldNamed,
  fields,
  midnight,
  records,
} from "#test/engine/support/tables";
import { firstAlike, wallOf } from "#test/support/plain-model/plain-calendar";
import { type PlainField, seen } from "#test/support/plain-model/plain-families";
import { plainGroups } from "#test/support/plain-model/plain-order";

type PlainOrdered = Ordered & { field: PlainField };

const tried = new Set<string>();
let grouped = 0;
afterAll(() =>
  console.log(`groups: ${tried.size} combinations of fields and directions, ${grouped} lists grouped`),
);

const direction = fc.constantFrom("asc", "desc");
const someOrders = fc.array(fc.record({ field: fc.constantFrom(...fields), order: direction }), {
  minLength: 1,
  maxLength: 3,
});

function groupsOf(list: StoredRecord[], orders: Ordered[]) {
  grouped++;
  tried.add(orders.map(({ field, order }) => `${field.name} ${order}`).join());
  const groups = makeGrouper(orders, context);
  for (const record of list) groups.add(record);
  return groups;
}

/** What a header shows: the ids of people, the names of files. */
function shownIn(record: StoredRecord, field: PlainField): unknown {
  const cell = seen(record, field, asked) ?? null;
  if (typeof cell !== "object" || cell === null) return cell;
  const { formatting } = field.options as { formatting: DateFormatting };
  if ("day" in cell) {
    if (formatting.time !== "None") return cell.instant;
    // of any year: one of its dates
    if (!formatting.date.includes("YYYY")) return cell.shown;
    const first = firstAlike(cell.day, formatting.date);
    return new Date(midnight(first, formatting.timeZone)).toISOString();
  }
  if ("files" in cell) return cell.files.map(({ name }) => name);
  const isOne = ["choice", "person"].includes(field.plain);
  if (field.plain.startsWith("choice")) return isOne ? cell.names[0] : cell.names;
  const ids = cell.ids.toSorted((a, b) => asked.nameOf(a).localeCompare(asked.nameOf(b), "en"));
  return isOne ? ids[0] : ids;
}
const withoutDetails = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutDetails);
  const { id, token, name } = Object(value);
  return (token && name) ?? id ?? value;
};

const linesOf = (points: GroupPoint[], orders: Ordered[] = []) =>
  points.map((point) => {
    if (point.type === 1) return { count: point.count };
    const options = orders[point.depth]?.field.options as { formatting?: { date?: string } } | undefined;
    const date = options?.formatting?.date;
    // of any year: what the header shows
    const isShown = date === "MM-DD" && typeof point.value === "string";
    const value = isShown
      ? wallOf(point.value as string, "Europe/Berlin").day.slice(5)
      : withoutDetails(point.value);
    return { depth: point.depth, value, isCollapsed: point.isCollapsed };
  });

const plainLines = (list: StoredRecord[], orders: PlainOrdered[]) =>
  plainGroups(list, orders, asked).map((line) => {
    if ("count" in line) return line;
    const [{ field }, record] = [orders[line.depth] as PlainOrdered, line.records[0] as StoredRecord];
    return { depth: line.depth, value: shownIn(record, field), isCollapsed: false };
  });

function compare(list: StoredRecord[], orders: PlainOrdered[]): void {
  const { groupPoints } = groupsOf(list, orders).points(new Set());
  expect(linesOf(groupPoints, orders)).toEqual(plainLines(list, orders));
}

test("by each field, in both directions", () => {
  fc.assert(
    fc.property(records(8), direction, (list, order) => {
      for (const field of fields) compare(list, [{ field, order }]);
    }),
    { numRuns: 20 },
  );
});

test("by several fields: nested groups", () => {
  fc.assert(fc.property(records(25), someOrders, compare), { numRuns: 80 });
});

test("a collapsed group is listed without its content; each record knows its groups", () => {
  fc.assert(
    fc.property(records(12), someOrders, fc.infiniteStream(fc.boolean()), (list, orders, toss) => {
      const { points, groupIdsOf } = groupsOf(list, orders);
      const open = points(new Set());
      const headers = open.groupPoints.filter((point) => point.type === 0);
      expect(open.allGroupHeaderRefs).toEqual(headers.map(({ id, depth }) => ({ id, depth })));
      expect(new Set(list.flatMap(groupIdsOf))).toEqual(new Set(headers.map(({ id }) => id)));

      const collapsed = new Set(headers.map(({ id }) => id).filter(() => toss.next().value));
      const { groupPoints, allGroupHeaderRefs } = points(collapsed);
      expect(allGroupHeaderRefs).toEqual(open.allGroupHeaderRefs);
      let hiddenBelow = Number.POSITIVE_INFINITY;
      const left = open.groupPoints.flatMap((point): GroupPoint[] => {
        if (point.type === 1) return hiddenBelow < orders.length ? [] : [point];
        if (point.depth > hiddenBelow) return [];
        const isCollapsed = collapsed.has(point.id);
        hiddenBelow = isCollapsed ? point.depth : Number.POSITIVE_INFINITY;
        return [{ ...point, isCollapsed }];
      });
      expect(groupPoints).toEqual(left);
      const listed = list.filter((record) => !groupIdsOf(record).some((id) => collapsed.has(id)));
      const counted = groupPoints.reduce((sum, point) => sum + (point.type === 1 ? point.count : 0), 0);
      expect(counted).toBe(listed.length);
    }),
    { numRuns: 60 },
  );
});

const [number, label, tags, user] = ["number", "singleLineText", "multipleSelect", "user"].map(
  fieldNamed,
) as [PlainField, PlainField, PlainField, PlainField];

test("an id stays when a choice or a person is renamed, and differs between groups", () => {
  const record = aRecord({ [tags.id]: [...choiceIds], [user.id]: context.me });
  const orders = [tags, user].map((field): Ordered => ({ field, order: "asc" }));
  const ids = makeGrouper(orders, context).groupIdsOf(record);
  const { choices } = tags.options as { choices: { name: string }[] };
  const renamed = {
    ...tags,
    options: { choices: choices.map((each, i) => ({ ...each, name: `${i}` })).toReversed() },
  };
  const people = { byId: () => undefined, byText: () => undefined };
  const later = makeGrouper(
    [
      { field: renamed, order: "desc" },
      { field: user, order: "desc" },
    ],
    { ...context, people },
  );
  expect(new Set(ids).size).toBe(2);
  expect(later.groupIdsOf(record)).toEqual(ids);
  const turned = aRecord({ [tags.id]: [...choiceIds].toReversed(), [user.id]: context.me });
  expect(later.groupIdsOf(turned)).toEqual(ids);
  expect(makeGrouper([orders[1] as Ordered], context).groupIdsOf(record)).not.toContain(ids[1]);
});

test(`with too many groups, the first ones are listed with all their records counted`, () => {
  const most = limits.groupPoints / 2;
  const numbers = Array.from({ length: 24_000 }, (_, i) => (i * 7919) % 12_000);
  const groups = groupsOf(
    numbers.map((cell) => aRecord({ [number.id]: cell })),
    [{ field: number, order: "desc" }],
  );
  const { groupPoints, allGroupHeaderRefs } = groups.points(new Set());
  expect(linesOf(groupPoints)).toEqual(
    Array.from({ length: most }, (_, i) => [
      { depth: 0, value: 11_999 - i, isCollapsed: false },
      { count: 2 },
    ]).flat(),
  );
  expect(allGroupHeaderRefs).toHaveLength(most);
});

test("long texts are shortened, and all points fit into a response", () => {
  const list = Array.from({ length: 3000 }, (_, i) =>
    aRecord({ [label.id]: `${String(i).padStart(4, "0")}${"é".repeat(5000)}` }),
  );
  const { groupPoints } = groupsOf(list, [{ field: label, order: "asc" }]).points(new Set());
  expect(groupPoints[0]).toMatchObject({ value: `0000${"é".repeat(limits.nameLength - 4)}…` });
  expect(groupPoints.length).toBeGreaterThan(1000);
  expect(Buffer.byteLength(JSON.stringify(groupPoints))).toBeLessThan(limits.groupPointsBytes);
});

test("ids of choices with commas do not mix groups", () => {
  const ids = ["a,b", "a", "b", "a\\,b", "a\\"];
  const field = {
    ...tags,
    options: { choices: ids.map((id) => ({ id, name: `name ${id}`, color: "red" })) },
  };
  const cells = [["a,b"], ["a", "b"], ["a\\,b"], ["a\\", "b"]];
  const list = cells.map((cell) => aRecord({ [field.id]: cell }));
  const { groupPoints } = groupsOf(list, [{ field, order: "asc" }]).points(new Set());
  expect(linesOf(groupPoints).filter((line) => "count" in line)).toEqual(cells.map(() => ({ count: 1 })));
});

test.each([
  ["YYYY-MM", ["2024-01", "2024-02", "2025-01"], [2, 1, 1]],
  ["MMMM YYYY", ["January 2024", "February 2024", "January 2025"], [2, 1, 1]],
  ["[Q]Q YYYY", ["Q1 2024", "Q1 2025"], [3, 1]],
  ["YYYY", ["2024", "2025"], [3, 1]],
  ["YY", ["24", "25"], [3, 1]],
  ["MM", ["01", "02"], [3, 1]],
  ["MM-DD", ["01-01", "01-31", "02-01"], [2, 1, 1]],
  [
    "dddd D MMMM YYYY",
    [
      "Monday 1 January 2024",
      "Wednesday 31 January 2024",
      "Thursday 1 February 2024",
      "Wednesday 1 January 2025",
    ],
    [1, 1, 1, 1],
  ],
  ["[Year of the MMDD] YYYY", ["Year of the MMDD 2024", "Year of the MMDD 2025"], [3, 1]],
])("dates that %s shows alike are one group", (pattern, headers, counts) => {
  const at = fieldNamed("date Europe/Berlin YYYY-MM-DD None");
  const formatting = { date: pattern, time: "None", timeZone: "Europe/Berlin" } as const;
  const field = { ...at, options: { formatting } };
  // the first is January 1 in Berlin
  const dates = [
    "2023-12-31T23:30:00.000Z",
    "2024-01-31T10:00:00.000Z",
    "2024-02-01T10:00:00.000Z",
    "2025-01-01T10:00:00.000Z",
  ];
  for (const order of ["asc", "desc"] as const) {
    const groups = makeGrouper([{ field, order }], context);
    for (const date of dates) groups.add(aRecord({ [field.id]: date }));
    const { groupPoints } = groups.points(new Set());
    const shown = groupPoints.map((point) =>
      point.type === 1 ? point.count : formatDate(String(point.value), formatting),
    );
    const expected = headers.map((header, i) => [header, counts[i]]);
    expect(shown).toEqual((order === "asc" ? expected : expected.reverse()).flat());
  }
});
