/* The help of a command, and of all. */
import { type CommandDefinition, commonOptions, type TakenOption, type TakenWord } from "./definition.ts";
import { exitCodes, exitMeanings } from "./failure.ts";

const width = 100;

const environment = [
  ["GRIDLESS_URL", "where the server is; before what gridless login keeps"],
  ["GRIDLESS_TOKEN", "an access token; before what gridless login keeps"],
  ["GRIDLESS_BASE", "the base of commands without --base"],
  ["NO_COLOR", "no colours, also on a terminal"],
] as const;

export function overallHelp(commands: readonly CommandDefinition[]): string {
  return [
    "gridless: tables of a Gridless server, from a terminal or a script.",
    "Usage: gridless <command> [arguments]",
    section(
      "Commands:",
      commands.map(({ name, does }) => [name, does]),
    ),
    section("Environment:", environment),
    section(
      "Exit codes:",
      Object.entries(exitMeanings).map(([name, does]) => [String(codeOf(name)), does]),
    ),
    "gridless <command> --help shows what a command takes, with examples. Begin with: gridless login <address>",
  ].join("\n\n");
}

const codeOf = (name: string) => Object.entries(exitCodes).find(([each]) => each === name)?.[1];

export function commandHelp({
  name,
  does,
  rules = [],
  words = [],
  options = {},
  examples,
}: CommandDefinition): string {
  const parts = [
    `Usage: gridless ${[name, ...words.map(shownWord), "[options]"].join(" ")}`,
    [`${does}.`, ...rules].map((rule) => wrapped(rule, 0)).join("\n"),
    words.length > 0 &&
      section(
        "Words:",
        words.map((word) => [shownWord(word), word.does]),
      ),
    section("Options:", Object.entries<TakenOption>({ ...options, ...commonOptions }).map(shownOption)),
    ["Examples:", ...examples.flatMap(([line, what]) => [`  ${line}`, `      ${what}`])].join("\n"),
  ];
  return parts.filter(Boolean).join("\n\n");
}

function shownWord({ name, optional, many }: TakenWord): string {
  const shown = `${name}${many ? " …" : ""}`;
  return optional ? `[${shown}]` : `<${shown}>`;
}

function shownOption([name, { value, does, only, many }]: [string, TakenOption]): [string, string] {
  const more = [only && `one of ${only.join(", ")}`, many && "may be given several times"].filter(Boolean);
  return [`--${name}${value ? ` ${value}` : ""}`, [does, ...more].join("; ")];
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const column = Math.min(26, Math.max(...rows.map(([name]) => name.length)) + 4);
  const lines = rows.map(([name, does]) => {
    const text = wrapped(does, column);
    const left = `  ${name}`;
    return left.length < column - 1 ? left.padEnd(column) + text : `${left}\n${" ".repeat(column)}${text}`;
  });
  return [title, ...lines].join("\n");
}

function wrapped(text: string, indent: number): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line && indent + line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.join(`\n${" ".repeat(indent)}`);
}
