/* The rules of the contract for options and defaults, one table for each. */
import { describe, expect, test } from "vitest";
import { issuesOf } from "#lib/schemas/issues/issues";
import { aField, ann, bob, context, formatting, typeNamed } from "./support.ts";

const hues = ["blue", "cyan", "gray", "green", "orange", "pink", "purple", "red", "teal", "yellow"];
const colors = hues.flatMap((hue) => ["Light2", "Light1", "Bright", "", "Dark1"].map((shade) => hue + shade));

/** The stored options, or the paths of the issues. */
function stored(name: string, sent: unknown): unknown {
  const { data, error } = typeNamed(name).options.safeParse(sent);
  return error ? issuesOf(error).map(({ path }) => path) : data;
}

test("exactly fifty colors", () => {
  expect(colors).toHaveLength(50);
  for (const color of colors)
    for (const [name, options] of [
      ["button", { label: "Go", color }],
      ["number", { ...bar, showAs: { ...bar.showAs, color } }],
    ] as const)
      expect(stored(name, options)).toEqual(options);
  for (const color of ["grey", "Blue", "blueLight3", "bluelight1", "black", "", 7])
    expect(stored("singleSelect", { choices: [{ name: "a", color }] })).toEqual(["choices[0].color"]);
});

const bar = {
  formatting: { type: "decimal", precision: 0 },
  showAs: { type: "bar", color: "red", showValue: true, maxValue: 100 },
};

describe("options are kept as they are sent", () => {
  test.each<[string, object]>([
    ["singleLineText", {}],
    ...["url", "email", "phone"].map((type): [string, object] => ["singleLineText", { showAs: { type } }]),
    ["longText", { defaultValue: "a\nb" }],
    ["number", bar],
    ["number", { ...bar, showAs: { ...bar.showAs, type: "ring", showValue: false } }],
    ...[0, 1, 2, 3, 4, 5].map((precision): [string, object] => [
      "number",
      { formatting: { type: "percent", precision } },
    ]),
    ["number", { formatting: { type: "currency", precision: 2, symbol: "Fr." }, defaultValue: 0 }],
    ...["star", "moon", "sun", "zap", "flame", "heart", "apple", "thumb-up"].map((icon): [string, object] => [
      "rating",
      { icon, color: "tealBright", max: 10 },
    ]),
    ["rating", { icon: "star", color: "redBright", max: 1 }],
    ...["HH:mm", "hh:mm A", "None"].map((time): [string, object] => [
      "date",
      { formatting: formatting("Pacific/Chatham", "MMMM Do", time) },
    ]),
    ["createdTime", { expression: "CREATED_TIME()", formatting: formatting() }],
    ["user", { isMultiple: true, shouldNotify: false, defaultValue: ["me", ann.id] }],
    ["checkbox", { defaultValue: false }],
  ])("%s: %j", (name, options) => expect(stored(name, options)).toEqual(options));
});

describe("options are completed", () => {
  test.each<[string, object, object]>([
    ["number", {}, { formatting: { type: "decimal", precision: 2 } }],
    ["number", { showAs: bar.showAs }, { showAs: bar.showAs, formatting: { type: "decimal", precision: 2 } }],
    ["singleSelect", {}, { choices: [] }],
    ["multipleSelect", { preventAutoNewOptions: true }, { choices: [], preventAutoNewOptions: true }],
    ["user", {}, { isMultiple: false, shouldNotify: true }],
    [
      "user",
      { defaultValue: [ann.id, ann.id] },
      { isMultiple: false, shouldNotify: true, defaultValue: [ann.id] },
    ],
    ["singleLineText", { defaultValue: " a\tb " }, { defaultValue: "a b" }],
    ["autoNumber", {}, { expression: "AUTO_NUMBER()" }],
    [
      "lastModifiedTime",
      { formatting: formatting() },
      { expression: "LAST_MODIFIED_TIME()", formatting: formatting() },
    ],
  ])("%s: %j", (name, sent, options) => expect(stored(name, sent)).toEqual(options));
});

describe("invalid options are refused", () => {
  test.each<[string, object, string[]]>([
    ["singleLineText", { showAs: {} }, ["showAs.type"]],
    ["singleLineText", { showAs: { type: "fax" }, formatting: {} }, ["showAs.type", "formatting"]],
    ["longText", { showAs: { type: "url" } }, ["showAs"]],
    ["longText", { defaultValue: "x".repeat(100_001) }, ["defaultValue"]],
    ["number", { formatting: {} }, ["formatting.type"]],
    ["number", { formatting: { type: "decimal", precision: -1 } }, ["formatting.precision"]],
    ["number", { formatting: { type: "decimal", precision: 6 } }, ["formatting.precision"]],
    ["number", { formatting: { type: "percent", precision: 1.5 } }, ["formatting.precision"]],
    ["number", { formatting: { type: "currency", precision: 2 } }, ["formatting.symbol"]],
    ["number", { formatting: { type: "percent", precision: 2, symbol: "%" } }, ["formatting.symbol"]],
    [
      "number",
      { showAs: { type: "line", color: "red" } },
      ["showAs.type", "showAs.showValue", "showAs.maxValue"],
    ],
    ["number", { defaultValue: "1" }, ["defaultValue"]],
    ["number", { defaultValue: 1e308 }, ["defaultValue"]],
    ["rating", {}, ["icon", "color", "max"]],
    ["rating", { icon: "bell", color: "blue", max: 0 }, ["icon", "color", "max"]],
    ["rating", { icon: "star", color: "redBright", max: 11, defaultValue: 1 }, ["max", "defaultValue"]],
    ["date", {}, ["formatting"]],
    ["date", { formatting: {} }, ["formatting.date", "formatting.time", "formatting.timeZone"]],
    [
      "date",
      { formatting: formatting("Mars/Olympus", "YYYY", "h:mm") },
      ["formatting.time", "formatting.timeZone"],
    ],
    ["date", { formatting: formatting(), defaultValue: "2026-01-31" }, ["defaultValue"]],
    ["createdTime", {}, ["formatting"]],
    ["lastModifiedTime", { expression: "CREATED_TIME()", formatting: formatting() }, ["expression"]],
    ["user", { isMultiple: 1, shouldNotify: "no" }, ["isMultiple", "shouldNotify"]],
    ["user", { defaultValue: "Ann" }, ["defaultValue"]],
    ["checkbox", { defaultValue: "true" }, ["defaultValue"]],
    ["createdBy", { isMultiple: false }, ["isMultiple"]],
  ])("%s: %j", (name, sent, paths) => expect(stored(name, sent)).toEqual(paths));
});

describe("the default cell of a new record", () => {
  test.each([
    ["checkbox", { defaultValue: false }],
    ["rating", { icon: "star", color: "redBright", max: 5 }],
    ["singleSelect", { choices: [{ name: "a" }], defaultValue: null }],
    ["multipleSelect", { choices: [{ name: "a" }], defaultValue: [] }],
    ["user", { defaultValue: "usrGone000000000000" }],
    ["date", { formatting: formatting() }],
  ])("%s with %j has no default cell", (name, options) => {
    expect(aField(name, options).initial()).toBeUndefined();
  });

  test.each([
    ["singleLineText", { defaultValue: " a\nb " }, "a b"],
    ["longText", { defaultValue: " a\nb " }, " a\nb "],
    ["number", { defaultValue: -0.5 }, -0.5],
    ["checkbox", { defaultValue: true }, true],
    ["date", { formatting: formatting(), defaultValue: "now" }, context.now],
    ["singleSelect", { choices: [{ name: "a" }, { name: "b" }], defaultValue: ["b", "a"] }, "b"],
    [
      "multipleSelect",
      { choices: [{ name: "a" }, { name: "b" }], defaultValue: ["b", "a", "b"] },
      ["b", "a"],
    ],
    ["user", { defaultValue: "me" }, shownAnn],
    ["user", { isMultiple: true, defaultValue: [bob.id, "me"] }, [shownBob, shownAnn]],
  ])("%s with %j begins with %j", (name, options, shown) => {
    const field = aField(name, options);
    expect(field.json(field.initial() ?? "")).toEqual(shown);
  });
});

const shownAnn = { id: ann.id, title: "Ann", email: ann.email, avatarUrl: ann.avatar };
const shownBob = { id: bob.id, title: "Bob" };
