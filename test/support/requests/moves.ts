/* Moves in an ordered list, and the same moves in a plain array, for comparison. */
import { expect } from "vitest";
import type { Answer } from "./call.ts";

/** A function that moves one element next to another, by their indexes, and gives the expected array. */
export function moves(
  start: string[],
  order: (id: string, anchorId: string, position: string) => Promise<Answer>,
) {
  let expected = start;
  return async (from: number, to: number, position: "before" | "after"): Promise<string[]> => {
    const [id = "", anchor = ""] = [expected[from], expected[to]];
    expect(await order(id, anchor, position)).toMatchObject({ status: 200, body: "" });
    expected = expected.filter((each) => each !== id);
    expected.splice(expected.indexOf(anchor) + (position === "after" ? 1 : 0), 0, id);
    return expected;
  };
}
