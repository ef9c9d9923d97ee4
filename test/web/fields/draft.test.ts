/* Which call makes or changes a field, and what it sends. */
import { describe, expect, test } from "vitest";
import type { Field } from "#lib/schemas/tables/field";
import {
  bodyOfNew,
  changeOf,
  draftOf,
  kindOfField,
  newDraft,
  withKind,
  withLatestChoices,
} from "#lib/web/browser/fields/draft";
import { isComplete } from "#lib/web/browser/fields/is-complete";

const field = (members: object): Field => ({
  ...{ id: "fld0000000000000001", name: "Size", type: "singleLineText", options: {} },
  ...{
    cellValueType: "string",
    dbFieldType: "TEXT",
    dbFieldName: "Size",
    recordRead: true,
    recordCreate: true,
  },
  ...members,
});
const choices = [
  { id: "cho00000001", name: "open", color: "blue" },
  { id: "cho00000002", name: "done", color: "green" },
];
const status = field({ type: "singleSelect", options: { choices } });

describe("a new field", () => {
  test("without a name gets one from the server, and sends nothing that is empty", () =>
    expect(bodyOfNew(newDraft())).toEqual({ type: "singleLineText" }));

  test("sends what was set", () => {
    const draft = { ...newDraft("number"), name: "Price", description: "in euros", unique: true };
    expect(bodyOfNew(draft)).toEqual({
      type: "number",
      name: "Price",
      description: "in euros",
      unique: true,
      options: { formatting: { type: "decimal", precision: 2 } },
    });
  });

  test("a lookup has the type of what it looks up; a count is a rollup", () => {
    const lookup = {
      linkFieldId: "fld0000000000000002",
      foreignTableId: "tbl0000000000000001",
      lookupFieldId: "fld0000000000000003",
      type: "number",
    };
    const { type, ...lookupOptions } = lookup;
    expect(bodyOfNew({ ...newDraft("lookup"), lookup })).toEqual({ type, isLookup: true, lookupOptions });
    expect(bodyOfNew({ ...newDraft("count"), lookup })).toEqual({
      type: "rollup",
      lookupOptions,
      options: { expression: "countall({values})" },
    });
  });
});

describe("a changed field", () => {
  test("nothing changed: no call", () => expect(changeOf(status, draftOf(status))).toBeUndefined());

  test("name, description and options are an update of what differs", () => {
    const draft = { ...draftOf(field({ options: { showAs: { type: "url" } }, description: "old" })) };
    const before = field({ options: { showAs: { type: "url" } }, description: "old" });
    const after = { ...draft, name: "Link", description: "", options: { defaultValue: "x" } };
    expect(changeOf(before, after)).toMatchObject({
      isConversion: false,
      isCounted: false,
      body: { name: "Link", description: null, options: { showAs: null, defaultValue: "x" } },
    });
  });

  test("another type is a conversion, which is counted", () => {
    const change = changeOf(field({}), withKind(draftOf(field({})), "number", field({})));
    expect(change).toMatchObject({ isConversion: true, isCounted: true });
    expect(change?.body).toEqual({
      type: "number",
      unique: false,
      notNull: false,
      options: { formatting: { type: "decimal", precision: 2 } },
    });
  });

  test("to a select field no empty list of choices is sent: its texts become choices", () =>
    expect(
      changeOf(field({}), withKind(draftOf(field({})), "singleSelect", field({})))?.body,
    ).not.toHaveProperty("options"));

  test("choices stay from one select type to the other, and come back with the own type", () => {
    const other = withKind(draftOf(status), "multipleSelect", status);
    expect(other.options).toEqual({ choices });
    expect(withKind(withKind(other, "number", status), "singleSelect", status).options).toEqual({ choices });
  });

  test.each([
    ["a renamed choice", [{ ...choices[0], name: "new" }, choices[1]], false, {}],
    ["an added one", [...choices, { name: "later" }], false, {}],
    ["a removed one", [choices[1]], true, {}],
  ])("%s is an update, and is counted if cells lose it", (_, after, isCounted) =>
    expect(changeOf(status, { ...draftOf(status), options: { choices: after } })).toMatchObject({
      isConversion: false,
      isCounted,
      body: { options: { choices: after } },
      previewed: { type: "singleSelect", options: { choices: after } },
    }),
  );

  test.each([
    ["unique", field({}), { unique: true }],
    ["not empty", field({}), { notNull: true }],
    [
      "several people",
      field({ type: "user", options: { isMultiple: false } }),
      { options: { isMultiple: true } },
    ],
    [
      "another table",
      field({ type: "link", options: { foreignTableId: "tblA" } }),
      { options: { foreignTableId: "tblB" } },
    ],
    [
      "a removed choice, where no cell may be empty",
      { ...status, notNull: true as const },
      { options: { choices: [] } },
    ],
    [
      "other days of unique dates",
      field({ type: "date", unique: true }),
      { options: { formatting: { date: "YYYY" } } },
    ],
  ])("%s is a conversion", (_, before, change) =>
    expect(changeOf(before, { ...draftOf(before), ...change })).toMatchObject({ isConversion: true }),
  );

  test("a conversion to the same type takes options away that are gone", () => {
    const before = field({ options: { showAs: { type: "url" } } });
    const change = changeOf(before, { ...draftOf(before), unique: true, options: {} });
    expect(change?.body).toMatchObject({ unique: true, options: { showAs: null } });
  });

  test("a lower highest rating is counted, a higher one is not", () => {
    const rating = field({ type: "rating", options: { icon: "star", color: "redBright", max: 5 } });
    const withMax = (max: number) =>
      changeOf(rating, { ...draftOf(rating), options: { ...rating.options, max } });
    expect([withMax(3)?.isCounted, withMax(9)?.isCounted]).toEqual([true, false]);
  });
});

test.each([
  [{ type: "number", isLookup: true }, "lookup"],
  [{ type: "rollup", options: { expression: "countall({values})" } }, "count"],
  [{ type: "rollup", options: { expression: "sum({values})" } }, "rollup"],
  [{ type: "date" }, "date"],
])("%j is of the kind %s", (members, kind) => expect(kindOfField(field(members))).toBe(kind));

test.each([
  ["link", {}, false],
  ["link", { foreignTableId: "tblA" }, true],
  ["formula", { expression: " " }, false],
  ["formula", { expression: "1" }, true],
  ["lookup", {}, false],
  ["singleSelect", { choices: [{ name: "" }] }, false],
  ["singleSelect", { choices: [{ name: "a" }] }, true],
  ["checkbox", {}, true],
])("%s with %j is complete: %j", (kind, options, complete) =>
  expect(isComplete({ ...newDraft(kind), options })).toBe(complete),
);

describe("the choices, which others change while the draft is", () => {
  const [open, done] = choices as [object, object];
  const held = { id: "cho00000003", name: "held", color: "red" };
  const draftWith = (list: object[]) => ({ ...draftOf(status), options: { choices: list } });
  const changed = (mine: object[], latest: object[]) => {
    const now = withLatestChoices(status, draftWith(mine), { options: { choices: latest } });
    return changeOf(now.field, now.draft);
  };
  const started = { ...open, name: "started" };

  test("one that was made since is kept; it counts as no removed one", () =>
    expect(changed([started, done], [open, done, held])).toMatchObject({
      isCounted: false,
      body: { options: { choices: [started, done, held] } },
    }));

  test("one that was renamed or taken out since stays so, if the draft leaves it as it was", () => {
    const finished = { ...done, name: "finished" };
    expect(changed([started, done], [open, finished])?.body).toEqual({
      options: { choices: [started, finished] },
    });
    expect(changed([started, done], [open])?.body).toEqual({ options: { choices: [started] } });
  });

  test("what the draft takes out goes, and what it makes with the name of a later one is that one", () => {
    expect(changed([done], [open, done, held])?.body).toEqual({ options: { choices: [done, held] } });
    expect(changed([open, done, { name: "held" }], [open, done, held])?.body).toEqual({
      options: { choices: [open, done, { name: "held" }] },
    });
  });

  test("nothing happened since: the change is that of the draft", () => {
    const draft = draftWith([done, open]);
    expect(withLatestChoices(status, draft, status)).toEqual({ field: status, draft });
  });
});
