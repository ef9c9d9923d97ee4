import fc from "fast-check";
import { ann, bob, jane, optional } from "#test/engine/field-types/support";
import { anyPerson } from "#test/engine/support/awkward";
import { gone, peopleIds, shownPerson } from "./shared/people.ts";
import { no, none, type Samples } from "./shared/samples.ts";

const [aAnn, aBob, aJane] = [shownPerson(ann), shownPerson(bob), shownPerson(jane)];
const me = fc.constantFrom("me", ann.id, bob.id, gone);
const ofOne = { isMultiple: false, shouldNotify: true };
const ofSeveral = { isMultiple: true, shouldNotify: true };

export const samples: Samples = {
  contract: {
    defaultName: "Collaborator",
    cellValueType: "string",
    dbFieldType: "JSON",
    canBe: { primary: true, unique: false, notNull: true },
    operator: "isAnyOf",
  },
  options: optional({
    isMultiple: fc.boolean(),
    shouldNotify: fc.boolean(),
    defaultValue: fc.oneof(me, fc.array(me)),
  }),
  rows: [
    {
      options: {},
      rows: [
        ["by id; other members are ignored", { id: ann.id, title: "X", email: "x" }, aAnn, aAnn],
        ["an id alone", ann.id, no, aAnn],
        ["a name", "Bob", no, aBob],
        ["an address", "ann@example.com", no, aAnn],
        ["me", "me", no, aAnn],
        ["a name with a comma", "Doe, Jane", no, aJane],
        ["a list as text is not one person", "me, Bob", no, no],
        ["a list with an unknown person", "me, Zoe", no, no],
        ["by an address in an object", { email: "jane@example.com" }, no, aJane],
        ["by a title", { title: "Bob" }, no, aBob],
        ["by a name", { name: "Bob" }, no, aBob],
        ["a list of two is not one person", [aBob, aAnn], no, no],
        ["a user who may not open the base", { id: gone, title: "Ann" }, no, no],
        ["a name in another case", "bob", no, no],
        ["a number", 7, no, no],
      ],
    },
    {
      options: { isMultiple: true },
      rows: [
        ["several, each once", [aBob, aAnn, aBob], [aBob, aAnn], [aBob, aAnn]],
        ["one unknown person", [aBob, { id: gone }], no, no],
        ["one alone", aBob, no, [aBob]],
        ["a list as text", 'Bob, "Doe, Jane", me', no, [aBob, aJane, aAnn]],
        ["with an unknown person", "Bob, Zoe", no, no],
        ["a list of anything", [ann.id, "Bob", { email: "jane@example.com" }], no, [aAnn, aBob, aJane]],
        ["an empty list", [], none, none],
        ["nothing", "", no, none],
        ["an empty element", [null, "Bob"], no, [aBob]],
      ],
    },
  ],
  texts: [
    [{}, jane.id, "Doe, Jane"],
    [{ isMultiple: true }, [ann.id, jane.id], 'Ann, "Doe, Jane"'],
  ],
  variants: [
    { options: ofOne, plain: "person", cells: fc.constantFrom(...peopleIds) },
    {
      name: "users",
      options: ofSeveral,
      plain: "people",
      cells: fc.shuffledSubarray(peopleIds, { minLength: 1 }),
    },
  ],
  conversion: {
    options: fc.record({ isMultiple: fc.boolean(), shouldNotify: fc.boolean() }),
    cell: ({ isMultiple }: { isMultiple: boolean }) =>
      isMultiple ? fc.uniqueArray(anyPerson, { minLength: 1, maxLength: 4 }) : anyPerson,
  },
  file: [
    ["Bob", aBob],
    ["ann@example.com", aAnn],
    ["Doe, Jane", aJane],
    ["Zoe", no],
    [",", no],
    ["", none],
  ],
  workbook: [
    ["Bob", aBob],
    [7, no],
  ],
  form: [
    ["Bob", aBob],
    ["Zoe", no],
    ["", none],
  ],
  formula: { kind: "text", gives: [[jane.id, "Doe, Jane"]] },
  bench: { read: { id: ann.id, title: ann.name }, typecast: ann.email },
};
