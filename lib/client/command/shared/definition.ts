/* What a command is: its words, its options, its help, and what it does. */
import type { CommandOutput } from "./output.ts";

export interface TakenOption {
  does: string;
  /** How the help shows its value, for example `<name>`. An option without one is on or off. */
  value?: string;
  /** It may be given several times. */
  many?: true;
  /** The only values that it takes. */
  only?: readonly string[];
}

export interface TakenWord {
  name: string;
  does: string;
  optional?: true;
  /** The last word may be given several times. */
  many?: true;
}

/** What was typed. */
export interface TypedArguments<Option extends string> {
  words: readonly string[];
  /** Whether an option without a value was given. */
  has(option: Option): boolean;
  /** The last value of an option. */
  text(option: Option): string | undefined;
  /** All values of an option. */
  texts(option: Option): readonly string[];
  /** The command with its arguments and an option in addition, or in place of the same: how to go on. */
  lineWith(option: Option, value: string): string;
}

/** Around a command that runs. */
export interface RunningCommand {
  output: CommandOutput;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

export interface CommandDefinition<Option extends string = string> {
  /** `records list` */
  name: string;
  /** One line, for the list of all commands. */
  does: string;
  /** What else a person needs to know. */
  rules?: readonly string[];
  words?: readonly TakenWord[];
  options?: { readonly [Name in Option]: TakenOption };
  /** [what a person types, what it does] */
  examples: readonly (readonly [line: string, does: string])[];
  /** It changes the server's data, so it goes on when the reader of its output is gone. */
  writes?: true;
  run: (typed: TypedArguments<Option>, running: RunningCommand) => Promise<void>;
}

export const defineCommand = <const Option extends string = never>(
  definition: CommandDefinition<Option>,
): CommandDefinition => definition;

/** The options of each command that names a table or a base. */
export const baseOption = {
  base: {
    value: "<base>",
    does: "the base, by its id or name; default: GRIDLESS_BASE, else the only base there is",
  },
} as const;

/** The options that every command takes. */
export const commonOptions: { readonly [name: string]: TakenOption } = {
  json: { does: "print one JSON document, and failures as JSON" },
  help: { does: "print this text and do nothing else" },
};
