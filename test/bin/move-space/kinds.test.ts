/* Each kind of item that is declared (test/format/declarations.test.ts) moves, or is left with a reason: a new one must be decided. */
import { describe, expect, test } from "vitest";
import { readDeclaredItems } from "#test/support/store/declared-items";
import { type Kind, kindOf, kinds } from "../../../bin/admin/move-space/kinds.ts";

const declared = readDeclaredItems();

/** A key as the declaration shows it, with an id in each place. */
const anId = (text: string) => text.replace(/<[^>]*>/g, "tbl4mSa1Cw6nZ8tQ0Yh").replaceAll("…", "x");

const keys = declared.flatMap(({ entities, pk, sk, file }) =>
  pk.flatMap((partition) =>
    sk.map((sort) => ({ name: entities.join(", "), pk: anId(partition), sk: anId(sort), file })),
  ),
);

test.each(keys.filter(({ pk }) => pk !== "x"))("$name ($pk / $sk) moves, or is left", (key) => {
  const kind = kindOf(key);
  expect(kind, `${key.name} of ${key.file}: decide in bin/admin/move-space/kinds.ts`).toBeDefined();
  if (kind?.fate === "left" || kind?.fate === "awaited") expect(kind.why).toBeTruthy();
});

test("a kind that is forgotten is found", () => {
  expect(kindOf({ pk: "NEWS#tbl4mSa1Cw6nZ8tQ0Yh", sk: "x" })).toBeUndefined();
});

test("each line of the list is about a kind that is declared", () => {
  const used = new Set(keys.map(kindOf));
  const unused = kinds.filter((kind: Kind) => !used.has(kind)).map(({ pk, sk }) => [pk, sk]);
  expect(unused).toEqual([]);
});

describe("the kinds that a space is made of", () => {
  const moved = (entity: string) =>
    declared
      .filter(({ entities }) => entities.includes(entity))
      .flatMap(({ pk, sk }) =>
        pk.flatMap((partition) => sk.map((sort) => kindOf({ pk: anId(partition), sk: anId(sort) })?.fate)),
      );
  test.each([
    ...[
      "record",
      "table",
      "field",
      "view",
      "link",
      "unique",
      "history",
      "trashedRecord",
      "deletion",
      "comment",
    ],
    ...["webhook", "attachment", "place", "member", "base"],
  ])("%s is copied", (entity) => {
    expect(new Set(moved(entity))).toEqual(new Set(["copied"]));
  });
  test.each(["space", "memberEntry", "share", "invitationLink"])("%s comes with the opening", (entity) => {
    expect(new Set(moved(entity))).toEqual(new Set(["opening"]));
  });
  test.each(["token", "session", "mark", "deploymentKey", "secondFactor"])("%s stays", (entity) => {
    expect(new Set(moved(entity))).toEqual(new Set(["left"]));
  });
});
