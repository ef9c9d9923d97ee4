import { expect, test } from "vitest";
import { signatures } from "#lib/engine/formula/functions/signatures";
import { functionGroups } from "#lib/engine/formula/reference";
import { evaluate } from "./support.ts";

const words = functionGroups.flatMap(({ functions }) => functions);
const nameOf = (call: string) => call.slice(0, call.indexOf("("));

test("the reference has every function, once", () => {
  expect(words.map(({ call }) => nameOf(call)).sort()).toEqual([...signatures.keys()].sort());
});

test.each(words)(
  "$call: as many arguments as the function takes, and an example or a note",
  ({ call, ...rest }) => {
    const signature = signatures.get(nameOf(call));
    const args = call
      .slice(call.indexOf("(") + 1, -1)
      .split(",")
      .map((arg) => arg.trim())
      .filter(Boolean);
    const needed = args.filter((arg) => !arg.startsWith("[") && arg !== "…").length;
    expect(needed).toBe(signature?.least ?? signature?.takes.length);
    if (!signature?.repeats) expect(args.length).toBe(signature?.takes.length);
    expect(args.includes("…")).toBe(signature?.repeats ?? false);
    expect(rest.examples.length > 0 || rest.note !== undefined).toBe(true);
  },
);

test.each(words.flatMap(({ examples }) => examples))("%s gives %j", async (formula, answer) => {
  expect(await evaluate(formula)).toEqual(answer);
});
