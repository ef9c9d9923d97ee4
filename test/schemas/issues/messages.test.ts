import { describe, expect, test } from "vitest";
import * as z from "zod";
import { issuesOf } from "#lib/schemas/issues/issues";

const table = z.strictObject({ name: z.string(), icon: z.string().max(3).optional() });

describe("what a schema without messages says", () => {
  test.each<[string, z.ZodType, unknown, string]>([
    ["a string for an object", table, "todo", 'must be an object such as {"name": …}, not a string'],
    ["a list for an object", table.partial(), [], 'must be an object such as {"name": …}, not a list'],
    ["nothing", z.object({ name: z.string() }), {}, "name: is missing"],
    ["a number for a string", table, { name: 5 }, "name: must be a string, not 5"],
    ["null for a list", z.array(z.string()), null, "must be a list, not null"],
    ["a text for a number", z.number(), "5", "must be a number, not a string"],
    ["half of a number", z.int(), 0.5, "must be a whole number, not 0.5"],
    ["true for a record", z.record(z.string(), z.string()), true, "must be an object, not true"],
    ["another word", z.enum(["asc", "desc"]), "up", "must be one of asc, desc"],
    ["not the one value", z.literal(true), 1, "must be true"],
    ["a member too many", table, { name: "", place: 1 }, "place: is unknown; known here: name, icon"],
    ["a short text", z.string().min(1), "", "must not be empty"],
    ["a short list", z.array(z.any()).min(2), [1], "must have at least 2 items"],
    ["a small number", z.number().min(1), 0, "must be at least 1"],
    ["a large number", z.number().max(5), 6, "must be at most 5"],
    ["a word for a time", z.iso.datetime(), "soon", "must be a time such as 2026-01-31T09:30:00Z"],
    ["a word for a pattern", z.string().regex(/^a/), "soon", "must be of another form"],
    [
      "another kind",
      z.discriminatedUnion("k", [z.object({ k: z.literal("a") })]),
      { k: "b" },
      'k: must be "a"',
    ],
    ["none of several", z.union([z.string(), z.number()]), true, "is not a value that fits here"],
  ])("%s", (_, schema, value, expected) => {
    const { error } = schema.safeParse(value, { reportInput: true });
    const [issue] = error ? issuesOf(error) : [];
    expect([issue?.path, issue?.message].filter(Boolean).join(": ")).toBe(expected);
  });

  test("a long text, with its length", () => {
    const { error } = table.safeParse({ name: "", icon: "1234" }, { reportInput: true });
    expect(error && issuesOf(error)).toEqual([
      { path: "icon", message: "must have at most 3 characters; got 4" },
    ]);
  });
});
