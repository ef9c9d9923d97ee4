/*
 * What a command in bin/ takes: `--help` prints it, and everything else is refused.
 *
 *   exit code   0  done, or the help was printed
 *               1  the work failed, or something outside the command must be put right (StartError)
 *               2  arguments that the command does not take (UsageError)
 */
import { parseArgs } from "node:util";
import { StartError, UsageError } from "./start-error.ts";
import { say } from "./terminal.ts";

interface Option {
  does: string;
  /** How the help shows its value, for example `<id>`. An option without one is on or off. */
  value?: string;
  default?: string;
  required?: true;
}

type Options = { readonly [name: string]: Option };

/** What a word does, and the options that belong to it: any other is refused. */
interface Word {
  does: string;
  needs: readonly string[];
  takes: readonly string[];
}

interface Words {
  /** How the help shows them, for example `[file]`. */
  shown: string;
  does: string;
  most: number;
  /** The words that are allowed, and what each does. Without it, any word is taken. */
  known?: Readonly<Record<string, string | Word>>;
  /** What the command does without a word. */
  without?: Word;
}

export interface Command<Taken extends Options> {
  /** What a person types before the arguments. */
  run: string;
  does: string;
  options?: Taken;
  words?: Words;
  /** Variables, and what each does, with its default. */
  environment?: Readonly<Record<string, string>>;
  examples: readonly string[];
}

/** What a program gets of an option. */
export type Value<Each extends Option> = Each extends { value: string }
  ? Each extends { default: string } | { required: true }
    ? string
    : string | undefined
  : boolean;

/** The options and words that were typed. */
export interface Given<Taken extends Options> {
  options: { [Name in keyof Taken]: Value<Taken[Name]> };
  words: string[];
}

/** Runs a program with its arguments; an error that a person can correct is one line on stderr. */
export async function runCommand<const Taken extends Options = Record<never, Option>>(
  command: Command<Taken>,
  program: (given: Given<Taken>) => Promise<void>,
): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreClosedPipe);
  try {
    const given = readArguments(command, process.argv.slice(2));
    if (given === "help") say(helpOf(command));
    else await program(given);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** The program goes on when the reader of its output closes the pipe. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

function readArguments<Taken extends Options>(
  command: Command<Taken>,
  args: string[],
): Given<Taken> | "help" {
  const { run, words: taken } = command;
  const options: Options = command.options ?? {};
  const { tokens } = parseArgs({
    args,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [name, { type: value ? "string" : "boolean" }]),
    ),
    strict: false,
    tokens: true,
  });
  if (tokens.some((token) => token.kind === "option" && ["help", "h"].includes(token.name))) return "help";

  const refuse = (what: string): never => {
    throw new UsageError(`${what}. ${withArguments(run, "--help")} shows what it takes`);
  };
  const values: Record<string, string | boolean | undefined> = {};
  const words: string[] = [];
  const typed = new Set<string>();
  for (const [name, option] of Object.entries(options)) values[name] = option.value ? option.default : false;
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) refuse(`Unknown option ${rawName}`);
    else if (!option.value && value !== undefined) refuse(`${rawName} takes no value`);
    else if (option.value && (value === undefined || (!inlineValue && value.startsWith("-"))))
      refuse(`${rawName} needs a value: ${rawName} ${option.value}`);
    // a variable of the shell that is not set
    else if (option.value && !value)
      refuse(`${rawName} is empty, and needs a value: ${rawName} ${option.value}`);
    else if (option.value && typed.has(name)) refuse(`${rawName} is given twice`);
    typed.add(name);
    values[name] = value ?? true;
  }

  const { known, most = 0 } = taken ?? {};
  const unknown = words.find((word, i) => i >= most || (known && !Object.hasOwn(known, word)));
  if (unknown !== undefined) {
    const instead = known ? `; the words are ${Object.keys(known).join(", ")}` : "";
    refuse(`Unknown word ${JSON.stringify(unknown)}${instead}`);
  }
  const word = taken && wordOf(taken, words[0]);
  for (const name of word ? typed : [])
    if (taken && !optionsOf(word).includes(name)) refuse(explainOther(taken, name, words[0]));
  for (const [name, { value, required }] of Object.entries(options))
    if ((required || word?.needs.includes(name)) && values[name] === undefined)
      refuse(`Missing option: --${name} ${value}`);
  return { options: values as Given<Taken>["options"], words };
}

const optionsOf = (word: Word | undefined): string[] => [...(word?.needs ?? []), ...(word?.takes ?? [])];

function wordOf({ known = {}, without }: Words, word: string | undefined): Word | undefined {
  const found = word === undefined ? without : known[word];
  return typeof found === "string" ? undefined : found;
}

/** Says to which words an option belongs, if it was given with another one. */
function explainOther(words: Words, option: string, word: string | undefined): string {
  const named = (each: string | undefined) => each ?? "a call without a word";
  const all = [undefined, ...Object.keys(words.known ?? {})];
  const own = all.filter((each) => optionsOf(wordOf(words, each)).includes(option));
  return `--${option} is for ${own.map(named).join(", ")}, not for ${named(word)}`;
}

function helpOf({
  run,
  does,
  options = {} as never,
  words,
  environment,
  examples,
}: Command<Options>): string {
  const shownOptions = Object.entries<Option>(options).map(([name, option]) => {
    const fallback = option.default === undefined ? "" : ` (default ${option.default})`;
    const must = option.required ? " (required)" : "";
    return [`--${name}${option.value ? ` ${option.value}` : ""}`, option.does + fallback + must] as const;
  });
  const usage = withArguments(run, ["[options]", ...(words ? [words.shown] : [])].join(" "));
  const sections = [
    `Usage: ${usage}\n\n${wrap(does, 0)}`,
    words && list(words.does, wordsIn(words)),
    list("Options:", [...shownOptions, ["--help", "print this text and do nothing else"]]),
    environment && list("Environment:", Object.entries(environment)),
    ["Examples:", ...examples.map((line) => `  ${line}`)].join("\n"),
  ];
  return sections.filter(Boolean).join("\n\n");
}

function wordsIn({ known = {}, without }: Words): [string, string][] {
  const all = { ...(without && { "(no word)": without }), ...known };
  return Object.entries(all).map(([name, word]) => [
    name,
    typeof word === "string" ? word : explainWord(word),
  ]);
}

function explainWord({ does, needs, takes }: Word): string {
  const shown = (names: readonly string[]) => names.map((name) => `--${name}`).join(", ");
  const own = [needs.length > 0 && `needs ${shown(needs)}`, takes.length > 0 && `takes ${shown(takes)}`];
  return `${does} (${own.filter(Boolean).join("; ")})`;
}

/** npm takes arguments before `--` for itself. */
const withArguments = (run: string, args: string) =>
  run.startsWith("npm ") ? `${run} -- ${args}` : `${run} ${args}`;

const width = 100;
const column = 26;

function list(title: string, rows: Iterable<readonly [name: string, does: string]>): string {
  const lines = [...rows].map(([name, does]) => {
    const text = wrap(does, column);
    const left = `  ${name}`;
    return left.length < column - 1 ? left.padEnd(column) + text : `${left}\n${" ".repeat(column)}${text}`;
  });
  return [title, ...lines].join("\n");
}

/** Lines of at most `width`, all but the first indented. */
function wrap(text: string, indent: number): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line && indent + line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.join(`\n${" ".repeat(indent)}`);
}
