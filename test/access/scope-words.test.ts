import { expect, test } from "vitest";
import { scopeWords } from "#lib/schemas/identity/scope-words";
import { allScopes } from "#lib/schemas/identity/scopes";

test("each scope has words of its own, that name no scope", () => {
  const words = allScopes.map((scope) => scopeWords[scope]);
  expect(Object.keys(scopeWords).sort()).toEqual([...allScopes].sort());
  expect(new Set(words).size).toBe(words.length);
  for (const text of words) expect(text).toMatch(/^[A-Z][^|_.]+[^|_.\s]$/);
});
