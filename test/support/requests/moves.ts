/* A list that people put in order: what is moved beside another, and what a plain array becomes by the same moves. */
import { expect } from "vitest";
import type { Answer } from "./call.ts";

/** Gives what moves one thing beside another, by their places in the array; that gives the array. */
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
