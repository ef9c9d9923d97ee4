import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { checkView } from "#lib/engine/views/check-view";
import { completeColumnMeta, completeOptions } from "#lib/engine/views/complete-view";
import { limits } from "#lib/schemas/basics/limits";
import { issuesOf } from "#lib/schemas/issues/issues";
import { View, viewTypes } from "#lib/schemas/tables/view";
import { NewView } from "#lib/schemas/tables/view-changes";
import { aField, knownFields, someFields } from "#test/engine/support/fields";

function issuesIn(body: unknown, at: PropertyKey[] = []) {
  const parsed = NewView.safeParse(body);
  return parsed.success ? checkView(parsed.data, someFields, at) : issuesOf(parsed.error, at);
}
const pathsIn = (body: unknown) => issuesIn(body).map(({ path }) => path);
const json = (text: string): unknown => JSON.parse(text);

test.each([
  ["only a type", { type: "grid" }],
  ["a name", { type: "form", name: " Plan ", description: "" }],
  [
    "order, isLocked, sharing",
    { type: "grid", order: -1.5, isLocked: true, shareId: "shr4mSa1Cw6nZ8tQ0Yh", enableShare: true },
  ],
  [
    "shareMeta",
    {
      type: "form",
      shareMeta: {
        allowCopy: true,
        includeHiddenField: false,
        password: "abc",
        includeRecords: true,
        submit: { allow: true, requireLogin: true },
      },
    },
  ],
  ["nulls for sort, filter, group", { type: "grid", sort: null, filter: null, group: null }],
  [
    "sort",
    {
      type: "grid",
      sort: {
        sortObjs: [
          { fieldId: "fldDate", order: "asc" },
          { fieldId: "fldNumber", order: "desc" },
        ],
        manualSort: true,
      },
    },
  ],
  [
    "group",
    {
      type: "grid",
      group: ["fldDate", "fldNumber", "fldUser"].map((fieldId) => ({ fieldId, order: "asc" })),
    },
  ],
  [
    "filter",
    {
      type: "grid",
      filter: { conjunction: "and", filterSet: [{ fieldId: "fldNumber", operator: "is", value: 1 }] },
    },
  ],
  [
    "grid options",
    { type: "grid", options: { rowHeight: "autoFit", fieldNameDisplayLines: 3, frozenColumnCount: 0 } },
  ],
  [
    "kanban options",
    {
      type: "kanban",
      options: {
        stackFieldId: "fldSingleSelect",
        coverFieldId: "fldAttachment",
        isCoverFit: true,
        isFieldNameHidden: true,
        isEmptyStackHidden: true,
      },
    },
  ],
  ["no cover", { type: "gallery", options: { coverFieldId: null } }],
  [
    "calendar options",
    {
      type: "calendar",
      options: {
        startDateFieldId: "fldDate",
        endDateFieldId: "fldCreatedTime",
        titleFieldId: "fldSingleLineText",
        colorConfig: { type: "field", fieldId: "fldSingleSelect" },
      },
    },
  ],
  ["a custom color", { type: "calendar", options: { colorConfig: { type: "custom", color: "tealLight1" } } }],
  [
    "form options",
    {
      type: "form",
      options: { coverUrl: "/a.png", logoUrl: "https://a.example/b.png", submitLabel: "Send", thanks: "Bye" },
    },
  ],
  [
    "grid columns",
    {
      type: "grid",
      columnMeta: {
        fldNumber: { order: 2, width: 150, hidden: true, statisticFunc: "average" },
        fldSingleLineText: { order: 0, hidden: false },
        fldDate: { order: 1, statisticFunc: null },
      },
    },
  ],
  ["a statistic", { type: "grid", columnMeta: { fldSingleLineText: { order: 0, statisticFunc: "count" } } }],
  [
    "kanban columns",
    {
      type: "kanban",
      columnMeta: { fldNumber: { order: 2, visible: false }, fldSingleLineText: { order: 0, visible: true } },
    },
  ],
  [
    "a form without its primary field",
    {
      type: "form",
      columnMeta: {
        fldSingleLineText: { order: 0, visible: false },
        fldDate: { order: 1, visible: true, required: true },
      },
    },
  ],
  [
    "a calendar without its primary field",
    { type: "calendar", columnMeta: { fldSingleLineText: { order: 0, visible: false } } },
  ],
  ...(["grid", "kanban", "gallery", "calendar", "form"] as const).map((type): [string, object] => [
    `every member in a column of a ${type}, without order`,
    {
      type,
      columnMeta: {
        fldNumber: { width: 9, hidden: true, visible: false, required: true, statisticFunc: "sum" },
      },
    },
  ]),
  ["unknown members", { type: "grid", colour: "red", id: 1 }],
])("allowed: %s", (_, body) => {
  expect(issuesIn(body)).toEqual([]);
});

test("a name is trimmed, and has a default", () => {
  expect(NewView.parse({ type: "grid", name: " Plan " }).name).toBe("Plan");
  expect(NewView.parse({ type: "grid" }).name).toBe("New view");
});

describe("refused", () => {
  const order = (fieldId: string) => ({ fieldId, order: "asc" });
  const manyKeys = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`fld${i}`, { order: i }]));
  test.each([
    ["no type", {}, ["type"]],
    ["an unknown type", { type: "gantt" }, ["type"]],
    ["no plugin", { type: "plugin", options: { x: 1 } }, ["options.pluginId", "options.x"]],
    ["an empty name", { type: "grid", name: " " }, ["name"]],
    ["a name too long", { type: "grid", name: "x".repeat(256) }, ["name"]],
    ["a description too long", { type: "grid", description: "x".repeat(10_001) }, ["description"]],
    ["an endless order", json('{"type":"grid","order":1e999}'), ["order"]],
    ["isLocked as text", { type: "grid", isLocked: "true" }, ["isLocked"]],
    ["a shareId too short", { type: "grid", shareId: "shr012345678901" }, ["shareId"]],
    ["a shareId too long", { type: "grid", shareId: "s".repeat(65) }, ["shareId"]],
    ["a shareId of other characters", { type: "grid", shareId: "shr4mSa1Cw6nZ8tQ0Yh/" }, ["shareId"]],
    ["a short password", { type: "grid", shareMeta: { password: "ab" } }, ["shareMeta.password"]],
    ["a hidden password", { type: "grid", shareMeta: { password: "********" } }, ["shareMeta.password"]],
    [
      "unknown keys in shareMeta",
      { type: "grid", shareMeta: { x: 1, submit: { y: 1 } } },
      ["shareMeta.submit.y", "shareMeta.x"],
    ],

    [
      "unknown options",
      { type: "grid", options: { rowHeigth: "short", a: 1 } },
      ["options.a", "options.rowHeigth"],
    ],
    ["options of another type", { type: "form", options: { rowHeight: "short" } }, ["options.rowHeight"]],
    ["__proto__ in options", json('{"type":"grid","options":{"__proto__":{}}}'), ["options.__proto__"]],
    ["options as a list", { type: "grid", options: [] }, ["options"]],
    ["an unknown rowHeight", { type: "grid", options: { rowHeight: "huge" } }, ["options.rowHeight"]],
    [
      "numbers out of range",
      { type: "grid", options: { fieldNameDisplayLines: 4, frozenColumnCount: -1 } },
      ["options.fieldNameDisplayLines", "options.frozenColumnCount"],
    ],
    [
      "an unknown stack field",
      { type: "kanban", options: { stackFieldId: "fldNone" } },
      ["options.stackFieldId"],
    ],
    [
      "a stack of buttons",
      { type: "kanban", options: { stackFieldId: "fldButton" } },
      ["options.stackFieldId"],
    ],
    [
      "a cover of numbers",
      { type: "kanban", options: { coverFieldId: "fldNumber" } },
      ["options.coverFieldId"],
    ],
    [
      "an unknown cover field",
      { type: "gallery", options: { coverFieldId: "fldNone" } },
      ["options.coverFieldId"],
    ],
    [
      "a start that is not a date",
      { type: "calendar", options: { startDateFieldId: "fldNumber", endDateFieldId: "fldSingleLineText" } },
      ["options.endDateFieldId", "options.startDateFieldId"],
    ],
    [
      "unknown fields of a calendar",
      {
        type: "calendar",
        options: { titleFieldId: "fldNone", colorConfig: { type: "field", fieldId: "fldNone" } },
      },
      ["options.colorConfig.fieldId", "options.titleFieldId"],
    ],
    [
      "an unknown color",
      { type: "calendar", options: { colorConfig: { type: "custom", color: "mauve", x: 1 } } },
      ["options.colorConfig.color", "options.colorConfig.x"],
    ],

    [
      "a sort by an unknown field",
      { type: "grid", sort: { sortObjs: [order("fldNone")] } },
      ["sort.sortObjs[0].fieldId"],
    ],
    [
      "a sort on a button",
      { type: "grid", sort: { sortObjs: [order("fldDate"), order("fldButton")] } },
      ["sort.sortObjs[1].fieldId"],
    ],
    [
      "a sort on a field twice",
      { type: "grid", sort: { sortObjs: [order("fldDate"), order("fldUser"), order("fldDate")] } },
      ["sort.sortObjs[2].fieldId"],
    ],
    [
      "a sort without order",
      { type: "grid", sort: { sortObjs: [{ fieldId: "fldDate" }] } },
      ["sort.sortObjs[0].order"],
    ],
    [
      "unknown keys in a sort",
      { type: "grid", sort: { sortObjs: [{ ...order("fldDate"), x: 1 }], y: 1 } },
      ["sort.sortObjs[0].x", "sort.y"],
    ],
    [
      "a sort by more fields than a cursor has room for",
      { type: "grid", sort: { sortObjs: Array.from({ length: 11 }, (_, i) => order(`fld${i}`)) } },
      ["sort.sortObjs"],
    ],
    ["a sort as a list", { type: "grid", sort: [order("fldDate")] }, ["sort"]],
    ["a group by an unknown field", { type: "grid", group: [order("fldNone")] }, ["group[0].fieldId"]],
    ["a group on a button", { type: "grid", group: [order("fldButton")] }, ["group[0].fieldId"]],
    [
      "a group on a field twice",
      { type: "grid", group: [order("fldDate"), order("fldDate")] },
      ["group[1].fieldId"],
    ],
    ["an unknown key in a group", { type: "grid", group: [{ ...order("fldDate"), x: 1 }] }, ["group[0].x"]],
    [
      "four groups",
      { type: "grid", group: ["fldDate", "fldNumber", "fldUser", "fldCheckbox"].map(order) },
      ["group"],
    ],
    [
      "a filter on an unknown field",
      {
        type: "grid",
        filter: { conjunction: "and", filterSet: [{ fieldId: "fldNone", operator: "is", value: 1 }] },
      },
      ["filter.filterSet[0].fieldId"],
    ],
    [
      "a filter of the wrong shape",
      { type: "grid", filter: { conjunction: "and", filterSet: [{ x: 1 }] } },
      ["fieldId", "operator", "value", "x"].map((key) => `filter.filterSet[0].${key}`),
    ],

    [
      "an unknown key in a column",
      { type: "grid", columnMeta: { fldNumber: { order: 1, x: 1 } } },
      ["columnMeta.fldNumber.x"],
    ],
    [
      "__proto__ in a column",
      json('{"type":"grid","columnMeta":{"fldNumber":{"order":1,"__proto__":1}}}'),
      ["columnMeta.fldNumber.__proto__"],
    ],
    [
      "a column of an unknown field",
      { type: "grid", columnMeta: { fldNone: { order: 1 } } },
      ["columnMeta.fldNone"],
    ],
    [
      "a column named __proto__",
      json('{"type":"grid","columnMeta":{"__proto__":{"order":1}}}'),
      ["columnMeta.__proto__"],
    ],
    [
      "a column named constructor",
      { type: "grid", columnMeta: { constructor: { order: 1 } } },
      ["columnMeta.constructor"],
    ],
    ["more columns than fields", { type: "grid", columnMeta: manyKeys }, ["columnMeta"]],
    ["more options than there can be", { type: "grid", options: manyKeys }, ["options"]],
    ["columns as a list", { type: "grid", columnMeta: [] }, ["columnMeta"]],
    [
      "widths out of range",
      { type: "grid", columnMeta: { fldNumber: { order: 1, width: 0 }, fldDate: { order: 1, width: 1e6 } } },
      ["columnMeta.fldDate.width", "columnMeta.fldNumber.width"],
    ],
    [
      "a hidden primary field",
      { type: "grid", columnMeta: { fldSingleLineText: { order: 0, hidden: true } } },
      ["columnMeta.fldSingleLineText.hidden"],
    ],
    [
      "an invisible primary field",
      { type: "kanban", columnMeta: { fldSingleLineText: { order: 0, visible: false } } },
      ["columnMeta.fldSingleLineText.visible"],
    ],
    [
      "a gallery's invisible primary field",
      { type: "gallery", columnMeta: { fldSingleLineText: { order: 0, visible: false } } },
      ["columnMeta.fldSingleLineText.visible"],
    ],
    [
      "an unknown statistic",
      { type: "grid", columnMeta: { fldNumber: { order: 1, statisticFunc: "median" } } },
      ["columnMeta.fldNumber.statisticFunc"],
    ],
    [
      "a statistic of another field type",
      { type: "grid", columnMeta: { fldCheckbox: { order: 1, statisticFunc: "sum" } } },
      ["columnMeta.fldCheckbox.statisticFunc"],
    ],
    [
      "all issues",
      { type: "grid", options: { x: 1 }, group: [order("fldNone")], columnMeta: { fldNone: { order: 1 } } },
      ["columnMeta.fldNone", "group[0].fieldId", "options.x"],
    ],
  ])("%s", (_, body, paths) => {
    expect(pathsIn(body).toSorted()).toEqual(paths.toSorted());
  });

  test("paths begin with the path of the view in the request", () => {
    const body = { type: "grid", group: [order("fldNone")], options: { x: 1 } };
    const paths = issuesIn(body, ["views", 1]).map(({ path }) => path);
    expect(paths.toSorted()).toEqual(["views[1].group[0].fieldId", "views[1].options.x"]);
    const [issue] = issuesIn({ type: "plugin" }, ["views", 0]);
    expect(issue?.path).toBe("views[0].options.pluginId");
  });

  test("the limit is stated", () => {
    const group = ["fldDate", "fldNumber", "fldUser", "fldCheckbox"].map(order);
    expect(issuesIn({ type: "grid", group })).toEqual([
      { path: "group", message: `must name at most ${limits.groupFields} fields` },
    ]);
  });
});

describe("completeColumnMeta", () => {
  const fields = [aField("singleLineText", { isPrimary: true }), aField("number"), aField("date")];

  test("every field, in order", () => {
    expect(completeColumnMeta({ type: "grid" }, fields)).toEqual({
      fldSingleLineText: { order: 0 },
      fldNumber: { order: 1 },
      fldDate: { order: 2 },
    });
  });

  test("sent columns override the defaults", () => {
    const columnMeta = {
      fldDate: { order: 0.5, width: 90, statisticFunc: null },
      fldSingleLineText: { order: 7 },
    };
    expect(completeColumnMeta({ type: "grid", columnMeta }, fields)).toEqual({
      fldSingleLineText: { order: 7 },
      fldNumber: { order: 1 },
      fldDate: { order: 0.5, width: 90, statisticFunc: null },
    });
  });

  test.each(["kanban", "gallery", "calendar"] as const)("%s: the primary field is visible", (type) => {
    const columnMeta = { fldSingleLineText: { order: 3 }, fldDate: { order: 1, visible: true } };
    expect(completeColumnMeta({ type, columnMeta }, fields)).toEqual({
      fldSingleLineText: { order: 3, visible: true },
      fldNumber: { order: 1 },
      fldDate: { order: 1, visible: true },
    });
  });

  test("a form shows what is sent, a calendar too", () => {
    expect(completeColumnMeta({ type: "form" }, fields)).toMatchObject({ fldSingleLineText: { order: 0 } });
    const columnMeta = { fldSingleLineText: { order: 0, visible: false } };
    expect(completeColumnMeta({ type: "calendar", columnMeta }, fields)).toMatchObject(columnMeta);
  });
});

describe("completeOptions", () => {
  const fields = [aField("singleLineText", { isPrimary: true }), aField("number")];
  const date = aField("date");
  const created = aField("createdTime");
  const attachment = aField("attachment");

  test.each([
    ["as sent", { type: "grid", options: { rowHeight: "tall" } }, fields, { rowHeight: "tall" }],
    ["none", { type: "grid" }, fields, undefined],
    ["sent but empty", { type: "grid", options: {} }, fields, {}],
    [
      "a gallery's first attachment field",
      { type: "gallery" },
      [...fields, attachment],
      { coverFieldId: "fldAttachment" },
    ],
    ["a gallery without attachments", { type: "gallery" }, fields, undefined],
    [
      "a gallery without cover",
      { type: "gallery", options: { coverFieldId: null } },
      [...fields, attachment],
      { coverFieldId: null },
    ],
    ["a kanban chooses nothing", { type: "kanban" }, [...fields, attachment], undefined],
    [
      "a calendar's dates",
      { type: "calendar", options: { titleFieldId: "fldNumber" } },
      [...fields, date, created],
      { startDateFieldId: "fldDate", endDateFieldId: "fldCreatedTime", titleFieldId: "fldNumber" },
    ],
    ["a calendar's only date", { type: "calendar" }, [...fields, date], { startDateFieldId: "fldDate" }],
    [
      "a calendar's end alone",
      { type: "calendar", options: { endDateFieldId: "fldDate" } },
      [...fields, created],
      { startDateFieldId: "fldCreatedTime", endDateFieldId: "fldDate" },
    ],
    ["a calendar without dates", { type: "calendar" }, fields, undefined],
  ] as const)("%s", (_, view, of, expected) => {
    expect(completeOptions(view, of)).toEqual(expected);
  });
});

/** Views that are often valid for the fields, and sometimes not views at all. */
const known = fc.constantFrom(...knownFields.map(({ id }): string => id));
const fieldId = mostly(known, fc.constantFrom("fldNone", "constructor", "__proto__"));
const orders = mostly(
  fc.uniqueArray(fc.record({ fieldId: known, order: fc.constantFrom("asc", "desc") }), {
    maxLength: 3,
    selector: (order) => order.fieldId,
  }),
  fc.array(fc.record({ fieldId, order: fc.constantFrom("asc", "down") })),
);
const options = mostly(
  fc.constantFrom({}, undefined),
  fc.record(
    { stackFieldId: fieldId, coverFieldId: fieldId, startDateFieldId: fieldId, colorConfig: fc.jsonValue() },
    { requiredKeys: [] },
  ),
);
const column = mostly(
  fc.record({ order: fc.integer() }),
  fc.record({
    order: fc.integer(),
    visible: fc.boolean(),
    statisticFunc: fc.constantFrom("count", "constructor"),
  }),
);
const filter = fc.record({
  conjunction: fc.constant("and"),
  filterSet: fc.array(
    fc.record({
      fieldId,
      operator: fc.constantFrom("is", "isAnyOf"),
      value: mostly(fc.constant(null), fc.jsonValue()),
    }),
    { maxLength: 3 },
  ),
});
const anyView = fc.record(
  {
    type: fc.constantFrom(...viewTypes),
    name: mostly(fc.constant("Plan"), fc.string()),
    options: mostly(options, fc.jsonValue()),
    sort: fc.record({ sortObjs: orders, manualSort: fc.boolean() }),
    group: orders,
    filter,
    columnMeta: fc.dictionary(fieldId, column, { maxKeys: 3 }),
    shareMeta: mostly(fc.constant({ allowCopy: true }), fc.jsonValue()),
  },
  { requiredKeys: ["type"] },
);

function mostly<A, B>(usual: fc.Arbitrary<A>, other: fc.Arbitrary<B>): fc.Arbitrary<A | B> {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other });
}

test("no input throws; a valid input becomes a view that can be shown", () => {
  let allowed = 0;
  fc.assert(
    fc.property(mostly(anyView, fc.jsonValue()), (sent) => {
      const parsed = NewView.safeParse(json(JSON.stringify(sent)));
      if (!parsed.success) return;
      const input = parsed.data;
      const issues = checkView(input, knownFields, ["views", 0]);
      for (const { path } of issues)
        expect(path).toMatch(/^views\[0\]\.(options|sort|filter|group|columnMeta|shareMeta|type)/);
      const columnMeta = completeColumnMeta(input, knownFields);
      const options = completeOptions(input, knownFields);
      if (issues.length > 0) return;
      allowed++;
      const { sort, filter, group, shareMeta, ...rest } = input;
      const view = {
        ...rest,
        ...(sort && { sort }),
        ...(filter && { filter }),
        ...(group && { group }),
        ...(options && { options }),
        id: "viw4mSa1Cw6nZ8tQ0Yh",
        order: 0,
        columnMeta,
        createdBy: "usr4mSa1Cw6nZ8tQ0Yh",
        createdTime: "2026-01-31T09:30:00.000Z",
        lastModifiedTime: "2026-01-31T09:30:00.000Z",
      };
      if (!options) delete view.options;
      expect(View.parse(view)).toEqual(view);
      expect(Object.keys(columnMeta)).toEqual(knownFields.map(({ id }) => id));
    }),
    { numRuns: 2000 },
  );
  expect(allowed).toBeGreaterThan(100);
});

test.each([
  ["a request", NewView, "input", ["NewColumnMeta", "NewColumn"]],
  ["an answer", View, "output", ["ColumnMeta", "Column"]],
] as const)("the JSON Schema of %s can be made", (_, schema, io, columns) => {
  const { $defs = {} } = z.toJSONSchema(schema, { io });
  expect(Object.keys($defs)).toEqual(
    expect.arrayContaining(["Filter", "FilterItem", "FilterDate", "Sort", "Group", ...columns]),
  );
});
