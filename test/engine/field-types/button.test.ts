import { describe, expect, test } from "vitest";
import { press } from "#lib/engine/cells/press";
import { Refusal } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { aField, typeNamed } from "./support.ts";

const plain = { label: "Go", color: "teal" };
const workflow = { id: "wfl0000000000000001", name: "Send", isActive: true };

describe("options", () => {
  test.each([
    [plain, plain],
    [
      { ...plain, label: " Go\nthere " },
      { ...plain, label: "Go there" },
    ],
    [{ ...plain, maxCount: 1, resetCount: true, workflow }, undefined],
  ])("%j", (sent, stored) => {
    expect(aField("button", sent).options).toEqual(stored ?? sent);
  });

  test("default: teal, with the label Button", () => {
    expect(typeNamed("button").initialOptions()).toEqual({ label: "Button", color: "teal" });
  });

  test.each<[object, PropertyKey[][]]>([
    [{}, [["label"], ["color"]]],
    [{ label: " ", color: "grey" }, [["label"], ["color"]]],
    [{ ...plain, label: "x".repeat(256) }, [["label"]]],
    [{ ...plain, maxCount: 0 }, [["maxCount"]]],
    [{ ...plain, maxCount: 1.5, resetCount: 1 }, [["maxCount"], ["resetCount"]]],
    [
      { ...plain, workflow: {} },
      [
        ["workflow", "id"],
        ["workflow", "name"],
        ["workflow", "isActive"],
      ],
    ],
    [{ ...plain, workflow: { ...workflow, id: "wfl1" } }, [["workflow", "id"]]],
    [{ ...plain, workflow: { ...workflow, on: true } }, [["workflow"]]],
  ])("%j is refused with all issues", (sent, paths) => {
    const issues = typeNamed("button").options.safeParse(sent).error?.issues ?? [];
    expect(issues.map(({ path }) => path)).toEqual(paths);
  });
});

describe("cells", () => {
  const field = aField("button", plain);

  test.each([
    [{ count: 3 }, 3],
    [{ count: 3, more: 1 }, 3],
    [{ count: 0 }, undefined],
  ])("reads %j, with typecast too", (value, cell) => {
    expect(field.read(value)).toBe(cell);
    expect(field.typecast(value)).toBe(cell);
  });

  test.each<unknown>([
    3,
    "3",
    true,
    [],
    [3],
    {},
    { count: "3" },
    { count: 1.5 },
    { count: -1 },
    { count: 1e300 },
  ])("refuses %j, with typecast too", (value) => {
    const refusal = new Refusal('must be {"count": n}, n a whole number of 0 or more');
    expect(field.read(value)).toEqual(refusal);
    expect(field.typecast(value)).toEqual(refusal);
  });

  test("a response shows the count, text is empty; there is no initial count", () => {
    expect(field.json(3)).toEqual({ count: 3 });
    expect(field.text(3)).toBe("");
    expect(field.initial()).toBeUndefined();
  });
});

describe("clicks and resets", () => {
  const button = (options: object = {}) => ({ type: "button", options: { ...plain, ...options } }) as Field;

  test.each<[object, number | undefined, "click" | "reset", object]>([
    [{}, undefined, "click", { count: 1 }],
    [{}, 7, "click", { count: 8 }],
    [{ maxCount: 8 }, 7, "click", { count: 8 }],
    [{ maxCount: 8 }, 8, "click", { refused: "has reached maxCount: 8 of 8 clicks" }],
    // the cell was written, or maxCount was lowered
    [{ maxCount: 2 }, 5, "click", { refused: "has reached maxCount: 5 of 2 clicks" }],
    [{}, Number.MAX_SAFE_INTEGER, "click", { refused: expect.stringContaining("has reached maxCount") }],
    [{ workflow }, 1, "click", { count: 2 }],
    [{ workflow: { ...workflow, isActive: false } }, 1, "click", { refused: "has an inactive workflow" }],
    [{ resetCount: true }, 7, "reset", { count: 0 }],
    [{ resetCount: false }, 7, "reset", { refused: "is a button that cannot be reset" }],
    [{}, 7, "reset", { refused: "is a button that cannot be reset" }],
  ])("%j at %s: %s", (options, cell, kind, result) => {
    expect(press(button(options), cell, kind)).toEqual(result);
  });

  test("a field that is not a button is refused", () => {
    expect(press({ type: "number", options: {} } as Field, 1, "click")).toEqual({
      refused: "is not a button field",
    });
  });
});
