/* The examples of a document: what it tells the reader to type, and the answers that it shows. */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { needsProgram } from "#test/support/run/needs-program";
import { type Block, blocksOf, readDocument } from "./documents.ts";

const run = promisify(execFile);
const mark = "-- end of a block --";

/** What the quick start in the README defines, and every page of the guide uses. */
export const quickStart: string =
  blocksOf(readDocument("README.md")).find(({ code }) => code.startsWith("eval"))?.code ?? "";

/**
 * Runs these blocks one after another in one shell, which stops at the first error; gives what each printed. They call curl. `programs`: a
 * folder with further programs that they call.
 */
export async function runBlocks(
  blocks: readonly string[],
  folder: string,
  programs?: string,
): Promise<string[]> {
  needsProgram("bash", "curl");
  const script = blocks.map((code) => `${code}\necho '${mark}'`).join("\n");
  // what a page leaves running in the background would keep the shell's output open
  const ending = "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT";
  // a page that waits for what never comes ends before its test does
  const { PATH = "" } = process.env;
  const env = { ...process.env, PATH: programs ? `${programs}${path.delimiter}${PATH}` : PATH };
  const { stdout } = await run("bash", ["-euc", `${ending}\n${script}`], {
    cwd: folder,
    env,
    timeout: 50_000,
  });
  return stdout
    .split(`${mark}\n`)
    .slice(0, blocks.length)
    .map((text) => text.trim());
}

/** A command of a page, and the answer that is shown below it: JSON, or text. */
interface Example {
  command: string;
  answer: Block | undefined;
}

/** An answer that no command gives is an error: it would not be compared with anything. */
export function examplesOf(file: string): Example[] {
  const blocks = blocksOf(readDocument(file)).filter(({ language }) => /^(sh|json|text)$/.test(language));
  return blocks.flatMap(({ language, code }, i) => {
    const [before, after] = [blocks[i - 1], blocks[i + 1]];
    if (language === "sh") return [{ command: code, answer: after?.language === "sh" ? undefined : after }];
    if (before?.language !== "sh") throw new Error(`${file}: no command gives this answer: ${code}`);
    return [];
  });
}

/**
 * An answer as the document shows it, where the two agree: in a shown text or name `…` stands for any text (`"rec…"`), and a time in
 * a member named `…Time`, `time` or `timestamp` for any time.
 */
export function asShown(answer: unknown, shown: unknown): unknown {
  if (typeof answer === "string") return typeof shown === "string" && fits(answer, shown) ? shown : answer;
  if (Array.isArray(answer)) return answer.map((each, i) => asShown(each, (shown as unknown[])?.[i]));
  if (typeof answer !== "object" || answer === null) return answer;
  const members = new Map(Object.entries(shown ?? {}));
  return Object.fromEntries(
    Object.entries(answer).map(([given, value]) => {
      const name = [...members.keys()].find((each) => fits(given, each)) ?? given;
      const other = members.get(name);
      return [name, isTime(name, value) && isTime(name, other) ? other : asShown(value, other)];
    }),
  );
}

function fits(text: string, shown: string): boolean {
  const pattern = shown.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("…", ".*");
  return new RegExp(`^${pattern}$`, "s").test(text);
}

const isTime = (name: string, value: unknown) =>
  /(Time|^time|^timestamp)$/.test(name) &&
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
