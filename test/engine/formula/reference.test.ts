import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { signatures } from "#lib/engine/formula/functions/signatures";
import { functionGroups, writeReference } from "#lib/engine/formula/reference";
import { projectFolder } from "#lib/registry";
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

test("the guide has the reference", async () => {
  const file = path.join(projectFolder, "docs/guide/formulas.md");
  const text = readFileSync(file, "utf8");
  const marker = "and examples.\n\n";
  const own = text.slice(0, text.indexOf(marker) + marker.length);
  await expect(`${own}${writeReference()}\n`).toMatchFileSnapshot(file);
});
