/*
 * An agent without a model does ten tasks of a support team over a base of 20 tables, from nothing but what the tools say. What it did is a
 * section of docs/guide/agents.md:
 *
 *   GRIDLESS_TRANSCRIPT=1 npm test -- test/functions/mcp/agent.test.ts     writes it anew
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { guideFolder } from "#lib/mcp/guide";
import { Agent, type Turn } from "#test/support/agent/agent";
import { makeSupportBase } from "#test/support/agent/support-base";
import { supportTasks } from "#test/support/agent/tasks";
import { someone } from "#test/support/makers/makers";

const page = path.join(guideFolder(), "agents.md");
const heading = "## Ten tasks of an agent\n";

const said = [
  "low: 2, urgent: 2",
  "Outage: cannot sign in, urgent, 9",
  'Made "The invoice is wrong".',
  "Ida Holm, Brightwater",
  "Closed 2.",
  "Taken back: 1 is closed.",
  "Noted.",
  "1 changed, 1 made.",
  "Tickets have the field Satisfaction.",
  'Deleted one of 2: "How do I export?". It can be taken back for a day.',
];

test("ten tasks are done, and the guide shows how", { timeout: 60_000 }, async () => {
  const owner = await someone();
  await makeSupportBase(owner);
  const agent = new Agent(owner);
  const parts: string[] = [];
  const sums: number[] = [];
  const start = await agent.begin();
  const short = shortener();
  for (const [i, { asked, work }] of supportTasks.entries()) {
    const conclusion = await work(agent);
    expect(conclusion, asked).toBe(said[i]);
    const turns = agent.takeTurns();
    const bytes = turns.reduce((sum, turn) => sum + bytesOf(turn), 0);
    sums.push(bytes);
    const head = `${i + 1}. “${asked}” ${tokens(bytes)} tokens, ${turns.length} ${turns.length === 1 ? "call" : "calls"}.`;
    parts.push(
      [
        head,
        "",
        "```console",
        ...turns.flatMap((turn) => showTurn(turn, short)),
        `# ${conclusion}`,
        "```",
        "",
      ].join("\n"),
    );
  }
  const all = sums.reduce((sum, each) => sum + each);
  const text = [
    heading,
    "An agent without a model does what a support team asks, over a base of 20 tables. It takes each tool by the words of its description, and finds tables and fields",
    "by what tools answer; a model does the same. A test runs it and compares this section. Answers are cut here.",
    "",
    `The list of tools is ${tokens(start)} tokens, once for each conversation; the ten tasks together are ${tokens(all)}. Tokens are estimated, as a quarter of the bytes of calls and whole answers.`,
    "",
    ...parts,
  ].join("\n");
  const former = readFileSync(page, "utf8");
  const at = former.indexOf(heading);
  const next = `${(at < 0 ? `${former.trimEnd()}\n\n` : former.slice(0, at)) + text.trimEnd()}\n`;
  if (process.env["GRIDLESS_TRANSCRIPT"]) writeFileSync(page, next);
  expect(readFileSync(page, "utf8")).toBe(next);
});

const bytesOf = ({ tool, args, answer }: Turn) => Buffer.byteLength(tool + JSON.stringify(args) + answer);

const tokens = (bytes: number) => Math.ceil(bytes / 4).toLocaleString("en-US");

/** Characters of an answer that are shown. */
const mostShown = 240;

function showTurn({ tool, args, answer, isError }: Turn, short: (text: string) => string): string[] {
  const shown = short(answer);
  const cut = shown.length > mostShown ? `${shown.slice(0, mostShown)}…` : shown;
  return [`> ${tool} ${short(JSON.stringify(args))}`, `${isError ? "error " : ""}${cut}`];
}

/** Ids as `tbl1`, `rec2`, in the order in which they come; times as `…`. */
function shortener() {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text: string) =>
    text
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "…")
      .replace(/\b(bse|tbl|fld|rec|com|usr|viw|del)[0-9A-Za-z]{16}\b/g, (id, kind: string) => {
        const name = known.get(id) ?? `${kind}${(counts.get(kind) ?? 0) + 1}`;
        if (!known.has(id)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
        known.set(id, name);
        return name;
      });
}
