import { expect, test } from "vitest";
import { describeRefusal } from "#lib/access/describe-refusal";
import { placeScopes } from "#lib/schemas/identity/scopes";

test.each([
  ["editor", "base|update", "An editor may not change a base"],
  ["owner", "space|create", "An owner may not create a space"],
  ["viewer", "record|create", "A viewer may not create a record"],
  ["commenter", "table|trash_reset", "A commenter may not empty the trash of a base"],
  ["creator", "space|grant_role", "A creator may not change the roles of members of a space"],
] as const)("%s, %s: %s", (role, scope, sentence) => {
  expect(describeRefusal(role, scope)).toBe(sentence);
});

test("each scope has words: no name of a scope is shown", () => {
  for (const scope of placeScopes)
    expect(describeRefusal("viewer", scope)).toMatch(/^A viewer may not [a-z -]+$/);
});
