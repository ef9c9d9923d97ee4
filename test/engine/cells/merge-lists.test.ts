/* Two people change one list at once. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeCells, mergeLists } from "#lib/engine/cells/merge-lists";

const list = (text: string) => [...text];
const seen = (text: string) => list(text).map((id) => ({ id }));

test.each([
  ["both add", "a", "ab", "ac", "acb"],
  ["one removes, the other adds", "ab", "a", "abc", "ac"],
  ["one adds, the other removes", "ab", "abc", "b", "bc"],
  ["both remove different ones", "abc", "ab", "bc", "b"],
  ["both remove the same one", "ab", "a", "a", "a"],
  ["one removes all, the other adds", "ab", "", "abc", "c"],
  ["the cell was empty for both", "", "a", "b", "ba"],
  ["one moves, the other adds", "abc", "cab", "abcd", "cabd"],
  ["one adds, the other moves", "abc", "abcd", "cab", "cabd"],
  ["one moves, the other removes", "abc", "cab", "bc", "cb"],
  ["both move", "abc", "bac", "acb", "bac"],
  ["one puts something first", "ab", "xab", "aby", "xaby"],
  ["both add the same", "a", "ab", "ab", "ab"],
  ["the sender knew only a part of the list", "ab", "b", "abcd", "bcd"],
  ["nothing happened meanwhile", "abc", "dca", "abc", "dca"],
])("%s: seen %j, sent %j, now %j", (_, was, sent, now, merged) => {
  expect(mergeLists(seen(was), list(sent), list(now)).join("")).toBe(merged);
});

const some = fc.uniqueArray(fc.constantFrom(..."abcdef"), { maxLength: 6 });

test("what one added stays, what one took out is gone, and nothing else changes", () => {
  fc.assert(
    fc.property(some, some, some, (was, sent, now) => {
      const merged = mergeLists(
        was.map((id) => ({ id })),
        sent,
        now,
      );
      const has = (id: string) =>
        was.includes(id) ? sent.includes(id) && now.includes(id) : sent.includes(id) || now.includes(id);
      expect(merged.toSorted()).toEqual(list("abcdef").filter(has));
    }),
  );
});

test("without a change of others the list is what was sent; without a change of the sender it stays as it is", () => {
  fc.assert(
    fc.property(some, some, (was, other) => {
      const read = was.map((id) => ({ id }));
      expect(mergeLists(read, other, was)).toEqual(other);
      expect(mergeLists(read, was, other)).toEqual(other);
    }),
  );
});

test("a list that names the same a million times is read once", () => {
  const many = Array.from({ length: 1_000_000 }, () => ({ id: "a" }));
  expect(mergeLists(many, ["a"], ["a", "b"])).toEqual(["a", "b"]);
});

describe("files", () => {
  const file = (token: string, name: string, more: object = {}) => ({
    ...{ id: `act${token}`, token: token as never, name, size: 1, mimetype: "text/plain" },
    ...more,
  });
  const [a, b] = [file("a", "a.txt", { thumbnails: ["sm"] }), file("b", "b.txt")];
  const read = [{ id: "a", name: "a.txt" }];

  test("one that stays is the one of the cell, with its id and thumbnails; a new name is that of the sender", () => {
    const again = { ...file("a", "a.txt"), id: "act2" };
    expect(mergeCells(read, [again, b], [a])).toEqual([a, b]);
    expect(mergeCells(read, [{ ...again, name: "x.txt" }], [a, b])).toEqual([{ ...a, name: "x.txt" }, b]);
  });

  test("a name that another person gave meanwhile stays, unless the sender gave one too", () => {
    const theirs = { ...a, name: "theirs.txt" };
    expect(mergeCells(read, [a, b], [theirs])).toEqual([theirs, b]);
    expect(mergeCells(read, [{ ...a, name: "mine.txt" }], [theirs])).toEqual([{ ...a, name: "mine.txt" }]);
  });

  test("the same file twice in a cell", () => {
    const twice = [...read, ...read];
    expect(mergeCells(twice, [a], [a, a, b])).toEqual([a, b]);
    expect(mergeCells(read, [a, a], [a, b])).toEqual([a, b, a]);
  });

  test("nothing is left: the cell is empty", () => {
    expect(mergeCells(read, undefined, [a])).toBeUndefined();
    expect(mergeCells([], undefined, undefined)).toBeUndefined();
  });
});
