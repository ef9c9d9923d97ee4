import { describe, expect, test } from "vitest";
import { Refusal } from "#lib/engine/field-types/shared/field-type";
import { operatorsOf } from "#lib/engine/field-types/shared/operators";
import { aField, ann, bob, context, jane, typeNamed } from "./support.ts";

const gone = "usrGone000000000000";
const annJson = { id: ann.id, title: "Ann", email: "ann@example.com", avatarUrl: "https://a.example/ann" };
const bobJson = { id: bob.id, title: "Bob" };

test("options are completed; the name depends on isMultiple", () => {
  const type = typeNamed("user");
  expect(aField("user").options).toEqual({ isMultiple: false, shouldNotify: true });
  expect(type.defaultName({ isMultiple: true })).toBe("Collaborators");
  expect(type.isMultiple({ isMultiple: true })).toBe(true);
  expect(operatorsOf[type.family({ isMultiple: true })]).toContain("hasAnyOf");
  expect(operatorsOf[type.family({ isMultiple: false })]).toContain("isAnyOf");
  expect(type.statistics({ isMultiple: true })).not.toContain("unique");
});

test.each([{ defaultValue: "you" }, { defaultValue: ["me", "usr1"] }, { isMultiple: "yes" }])(
  "options %j are refused",
  (options) => {
    expect(() => aField("user", options)).toThrow();
  },
);

describe("one person", () => {
  const field = aField("user");

  test.each([{ id: ann.id }, { id: ann.id, title: "Somebody", email: 7, more: true }, annJson])(
    "reads %j by its id",
    (value) => {
      expect(field.read(value)).toBe(ann.id);
    },
  );

  test.each<[unknown, string]>([
    [{ id: gone }, `"${gone}" is not a collaborator of this base`],
    [ann.id, "must be a person: { id, title } with the id of a user"],
    [{ title: "Ann" }, "must be a person: { id, title } with the id of a user"],
    [[annJson], "must be a person: { id, title } with the id of a user"],
    [7, "must be a person: { id, title } with the id of a user"],
  ])("refuses %j", (value, message) => expect(field.read(value)).toEqual(new Refusal(message)));

  test("responses show people as they are now; unknown people by id", () => {
    expect(field.json(ann.id)).toEqual(annJson);
    expect(field.json(bob.id)).toEqual(bobJson);
    expect(field.json(gone)).toEqual({ id: gone, title: gone });
    expect(field.text(jane.id)).toBe("Doe, Jane");
    expect(field.text(gone)).toBe(gone);
  });

  test.each<[unknown, string | undefined]>([
    [ann.id, ann.id],
    [" ann@example.com ", ann.id],
    ["Doe, Jane", jane.id],
    [["Bob", null], bob.id],
    [{ id: bob.id }, bob.id],
    [{ email: "jane@example.com" }, jane.id],
    [{ title: "Ann" }, ann.id],
    [{ name: "Ann" }, ann.id],
    ["", undefined],
    [[], undefined],
  ])("typecasts %j", (value, cell) => expect(field.typecast(value)).toBe(cell));

  test.each<[unknown, string]>([
    [{ id: gone, title: "Ann" }, `"${gone}" is not a collaborator of this base`],
    ["ann", '"ann" is not a collaborator of this base'],
    ["Bob, Ann", "this field holds one person; got 2: send one of them"],
    [["Bob", "Ann"], "this field holds one person; got 2: send one of them"],
    ["Bob, nobody", '"nobody" is not a collaborator of this base'],
    [7, "must name people by id, e-mail address or name"],
    [[[ann.id]], "must name people by id, e-mail address or name"],
  ])("refuses %j with typecast", (value, message) =>
    expect(field.typecast(value)).toEqual(new Refusal(message)),
  );
});

describe("several people", () => {
  const field = aField("user", { isMultiple: true });

  test("a cell is ids, each once", () => {
    expect(field.read([annJson, bobJson, { id: ann.id }])).toEqual([ann.id, bob.id]);
    expect(field.json([bob.id, ann.id])).toEqual([bobJson, annJson]);
    expect(field.text([bob.id, jane.id, gone])).toBe(`Bob, "Doe, Jane", ${gone}`);
    expect(field.read([])).toBeUndefined();
  });

  test("an unknown person is refused, and so is a value that is not an array", () => {
    expect(field.read([annJson, { id: gone }])).toEqual(
      new Refusal(`"${gone}" is not a collaborator of this base`),
    );
    expect(field.read(annJson)).toEqual(new Refusal("must be an array of people: [{ id, title }]"));
  });

  test.each<[unknown, string[] | undefined]>([
    ["Ann, Bob, Ann", [ann.id, bob.id]],
    ['Bob, "Doe, Jane"', [bob.id, jane.id]],
    ["Doe, Jane", [jane.id]],
    [
      [{ id: ann.id }, "Bob"],
      [ann.id, bob.id],
    ],
    [[], undefined],
  ])("typecasts %j", (value, cell) => expect(field.typecast(value)).toEqual(cell));
});

test.each([
  ["me", false, ann.id],
  ["me", true, [ann.id]],
  [bob.id, false, bob.id],
  [[bob.id, "me", ann.id], true, [bob.id, ann.id]],
  [[bob.id, "me"], false, bob.id],
  [gone, false, undefined],
  [[gone], true, undefined],
  [[], true, undefined],
])("the default %j, several: %j", (defaultValue, isMultiple, cell) => {
  expect(aField("user", { defaultValue, isMultiple }).initial()).toEqual(cell);
});

test.each<[unknown, string[]]>([
  [ann.id, [ann.id]],
  [
    [ann.id, bob.id, ann.id],
    [ann.id, bob.id],
  ],
  [`${ann.id}, ${gone}`, []],
  [` ${ann.id}`, [ann.id]],
  [{ id: ann.id, title: "x" }, [ann.id]],
  [
    [{ id: ann.id }, { title: bob.id }],
    [ann.id, bob.id],
  ],
  ["Ann", []],
  [[[ann.id], null, 7], []],
])("the people in %j", (value, ids) => {
  for (const name of ["user", "createdBy", "lastModifiedBy"])
    expect(typeNamed(name).peopleIn?.(value)).toEqual(ids);
});

test("people are looked up in the given context", () => {
  const empty = { ...context, people: { byId: () => undefined, byText: () => undefined } };
  expect(typeNamed("user").json(ann.id, {}, empty)).toEqual({ id: ann.id, title: ann.id });
});
