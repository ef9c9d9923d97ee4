/* The packed form of a record: whatever is packed is read again as it was, and it is as small as it should be. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newFieldId, newUserId } from "#lib/schemas/basics/ids";
import {
  type Columns,
  columnIn,
  isColumn,
  longTextOf,
  packRecord,
  parsePacked,
  unpackCells,
  unpackMembers,
} from "#lib/schemas/records/packed-record";

/** More than a thousand columns: those of these fields are the first and the last. */
const between = Array.from({ length: 1100 }, newFieldId) as string[];
const ids = Array.from({ length: 6 }, newFieldId) as string[];
const columnsOf = (some: readonly string[]): Columns => ({
  ids: some,
  numbers: new Map(some.map((id, column) => [id, column])),
});
const all = columnsOf(ids);
const none = columnsOf([]);
const many = columnsOf([...ids.slice(0, 3), ...between, ...ids.slice(3)]);

interface Unpacked {
  cells: { [fieldId: string]: unknown };
  [member: string]: unknown;
}

function unpack(
  { text, long }: ReturnType<typeof packRecord>,
  columns = all,
  wanted?: ReadonlySet<string>,
): Unpacked {
  const list = parsePacked(text);
  return { ...unpackMembers(list), cells: unpackCells(list, columns, long, wanted) };
}

const anyTime = fc
  .date({ noInvalidDate: true, min: new Date(-1e13), max: new Date(1e14) })
  .map((at) => at.toISOString());
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.string({ minLength: 1000, maxLength: 1100 }),
  fc.constantFrom(
    "",
    "~",
    "~~",
    "~@",
    "~1",
    "#3",
    "null",
    "\ud800",
    "a\udfff~",
    "👩‍👧 \u0301",
    "x".repeat(1024),
    `~${"x".repeat(1023)}`,
    `~${"x".repeat(1024)}`,
    "\ud83d\ude00".repeat(513),
    "2026-02-30T00:00:00.000Z",
    "2026-01-01T00:00:00.000z",
    "+275760-09-13T00:00:00.000Z",
  ),
  anyTime,
  anyTime.map((time) => `~${time}`),
);
const anyCell = fc.oneof(
  anyText,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
  fc.boolean(),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value))),
);
const anyRecord = fc.record(
  {
    createdTime: fc.oneof(anyTime, fc.constant("yesterday")),
    createdBy: fc.constant(newUserId() as string),
    lastModifiedTime: anyTime,
    lastModifiedBy: fc.constant("usrB"),
    cells: fc.dictionary(fc.constantFrom(...ids), anyCell),
  },
  { requiredKeys: ["cells"] },
);

describe("a record is read as it was packed", () => {
  test("of a table with all, some or none of its columns", () => {
    fc.assert(
      fc.property(anyRecord, fc.integer({ min: 0, max: ids.length }), (record, count) => {
        const columns = columnsOf(ids.slice(0, count));
        const packed = packRecord({ ...record }, columns);
        expect(unpack(packed, all)).toEqual(withoutZero(record));
        expect(unpack(packed, columns)).toEqual(withoutZero(record));
        expect(unpack(packRecord({ ...record }, many), many)).toEqual(withoutZero(record));
      }),
    );
  });

  test("by a reader who wants some cells only", () => {
    fc.assert(
      fc.property(anyRecord, fc.subarray(ids), (record, wanted) => {
        const { cells } = unpack(packRecord({ ...record }, all), all, new Set(wanted));
        const kept = Object.entries(withoutZero(record).cells).filter(([id]) => wanted.includes(id));
        expect(cells).toEqual(Object.fromEntries(kept));
      }),
    );
  });

  test("by a writer who does not know its columns, and then by one who does: nothing is lost", () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const first = packRecord({ ...record }, all);
        const seen = unpack(first, none);
        expect(Object.keys(seen.cells).every(isColumn)).toBe(true);
        expect(unpack(packRecord({ ...seen }, none), all)).toEqual(withoutZero(record));
      }),
    );
  });
});

/** JSON has no -0. */
const withoutZero = (record: Unpacked): Unpacked => JSON.parse(JSON.stringify(record));

test("the text has columns for ids, and numbers for times", () => {
  const time = "2026-11-28T18:00:00.000Z";
  const cells = {
    [ids[1] as string]: "Amy",
    [ids[0] as string]: 3,
    [ids[2] as string]: time,
    [ids[3] as string]: "~",
  };
  const { text, long } = packRecord(
    { createdTime: time, createdBy: "usrA", cells },
    columnsOf(ids.slice(0, 3)),
  );
  const ms = Date.parse(time);
  expect(text).toBe(`[${ms},"usrA",null,null,1,"Amy",0,3,2,"~${ms.toString(36)}","${ids[3]}","~~"]`);
  expect(long).toEqual({});
  const missed = (some: Columns) => {
    let count = 0;
    unpackCells(parsePacked(text), some, {}, undefined, () => count++);
    return count;
  };
  expect([columnsOf(ids.slice(0, 3)), columnsOf(ids.slice(0, 2)), none].map(missed)).toEqual([0, 1, 3]);
});

test("a long text is an attribute of its own, and left out where it was not read", () => {
  const id = ids[4] as string;
  const record = { cells: { [id]: "a".repeat(1025), [ids[0] as string]: "b".repeat(1024) } };
  const packed = packRecord({ ...record }, all);
  expect(Object.keys(packed.long)).toEqual([longTextOf(4)]);
  expect(packed.text.length).toBeLessThan(1100);
  expect(unpack(packed)).toEqual(record);
  expect(unpack({ ...packed, long: {} }).cells).not.toHaveProperty(id);
});

test("a long text of a field without a column stays with the others", () => {
  const record = { cells: { [ids[4] as string]: "a".repeat(1025) } };
  expect(packRecord({ ...record }, none).long).toEqual({});
});

test("#<column> names a column", () => {
  expect(isColumn("#12")).toBe(true);
  expect(isColumn(ids[0] as string)).toBe(false);
  expect(columnIn("#12")).toBe(12);
});

test("a time is read as Date writes it", () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (at) => {
      const createdTime = at.toISOString();
      const packed = packRecord({ createdTime, cells: {} }, none);
      expect(unpack(packed)["createdTime"]).toBe(createdTime);
    }),
  );
});
