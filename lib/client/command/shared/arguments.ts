/* Reads the arguments of a command. What it does not take is refused, with the nearest that it does take. */
import { parseArgs } from "node:util";
import {
  type CommandDefinition,
  commonOptions,
  type TakenOption,
  type TypedArguments,
} from "./definition.ts";
import { wrongUsage } from "./failure.ts";
import { didYouMean, nearestName } from "./nearest.ts";

/** The arguments, or `help`. */
export function readTyped(
  command: CommandDefinition,
  args: readonly string[],
): (TypedArguments<string> & { isJson: boolean }) | "help" {
  const { name, words: taken = [] } = command;
  const options: { readonly [name: string]: TakenOption } = { ...command.options, ...commonOptions };
  const refuse = (message: string) => wrongUsage(message, `gridless ${name} --help shows what it takes`);
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(
        Object.entries(options).map(([option, { value }]) => [
          option,
          { type: value ? ("string" as const) : ("boolean" as const) },
        ]),
      ),
      help: { type: "boolean", short: "h" },
    },
    strict: false,
    tokens: true,
  });
  if (tokens.some((token) => token.kind === "option" && token.name === "help")) return "help";

  const values = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const { name: option, rawName, value, inlineValue } = token;
    const known = Object.hasOwn(options, option) ? options[option] : undefined;
    if (!known) throw refuse(`unknown option ${rawName}.${optionLike(option, Object.keys(options))}`);
    if (!known.value && value !== undefined) throw refuse(`${rawName} takes no value`);
    if (known.value && (value === undefined || (!inlineValue && /^-./.test(value))))
      throw refuse(`${rawName} needs a value: ${rawName} ${known.value}`);
    if (known.only && !known.only.includes(value ?? ""))
      throw refuse(
        `${rawName} must be ${known.only.join(", ")}, not ${value}.${didYouMean(value ?? "", known.only)}`,
      );
    const before = values.get(option) ?? [];
    if (before.length > 0 && known.value && !known.many) throw refuse(`${rawName} is there twice`);
    values.set(option, [...before, value ?? ""]);
  }

  const most = taken.at(-1)?.many ? Number.POSITIVE_INFINITY : taken.length;
  const missing = taken.find(({ optional }, i) => !optional && i >= words.length);
  if (missing) throw refuse(`<${missing.name}> is missing: ${missing.does}`);
  if (words.length > most)
    throw refuse(`${JSON.stringify(words[most])} is one word too many. Names with blanks need quotes`);
  return {
    words,
    has: (option) => values.has(option),
    text: (option) => values.get(option)?.at(-1),
    texts: (option) => values.get(option) ?? [],
    lineWith(option, value) {
      const all = [...new Map(values).set(option, [value])].flatMap(([each, texts]) =>
        texts.map((text) => (options[each]?.value ? shownWith(each, text) : `--${each}`)),
      );
      return ["gridless", name, ...words.map(quoteArgument), ...all].join(" ");
    },
    isJson: values.has("json"),
  };
}

function optionLike(typed: string, options: readonly string[]): string {
  const like = nearestName(typed, options);
  return like === undefined ? "" : ` Did you mean --${like}?`;
}

const shownWith = (option: string, value: string) =>
  `--${option}${value.startsWith("-") ? "=" : " "}${quoteArgument(value)}`;

/** An argument as a person types it in a shell. */
const quoteArgument = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
