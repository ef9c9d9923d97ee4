/* The options of npm run admin, and what a word of it is. */
import type { Given, Value } from "#lib/local/process/command";

/** All options; which of them belong to a word is said there. */
export const options = {
  stack: {
    value: "<name>",
    does: "the stack, for example gridless-main: what else is needed is found in its outputs",
  },
  region: { value: "<region>", does: "the stack's region, if the environment does not say it" },
  store: {
    value: "<table>",
    does: "in place of --stack: the stack's DynamoDB table, its output StoreName",
  },
  name: { value: "<name>", does: "the user's name" },
  email: { value: "<address>", does: "the user's e-mail address" },
  days: { value: "<number>", default: "90", does: "the token expires after this many days, at most 99999" },
  table: { value: "<id>", does: "the table to check" },
  at: {
    value: "<time>",
    does: "the time to go back to, for example 2026-11-20T08:00:00Z, or latest, some five minutes ago",
  },
  target: {
    value: "<table>",
    does: "the name of the new table (default: that of the store with -restored)",
  },
  stop: {
    value: "<reason>",
    does: "refuse calls that write from now on, with this reason, which callers read",
  },
  resume: { does: "let calls that write go on" },
  show: { does: "show what is so, as without an option" },
  space: { value: "<id>", does: "the space to move" },
  from: { value: "<folder>", does: "the data folder of the server that has the space; it must be running" },
  to: { value: "<folder>", does: "the data folder of the server that is to have it; it must be running" },
  "from-stack": { value: "<name>", does: "in place of --from: the stack that has the space" },
  "to-stack": { value: "<name>", does: "in place of --to: the stack that is to have it" },
  "from-region": { value: "<region>", does: "where that stack is, if the environment does not say it" },
  "to-region": { value: "<region>", does: "where that stack is, if the environment does not say it" },
  "from-profile": {
    value: "<profile>",
    does: "the profile with credentials for that stack, in place of those of the environment",
  },
  "to-profile": {
    value: "<profile>",
    does: "the profile with credentials for that stack, in place of those of the environment",
  },
  cancel: { does: "take a move back that has not ended" },
  remove: { does: "a week after a move: clear what the former server still has" },
  early: { does: "with --remove: do not wait for a week" },
} as const;

type Options = typeof options;
type Name = keyof Options;

interface Described<Needs extends Name, Takes extends Name> {
  does: string;
  needs: readonly Needs[];
  takes: readonly Takes[];
  /** Throws a UsageError for a value that it does not take, before anything is done. */
  run(given: { [Each in Needs]: string } & { [Each in Takes]: Value<Options[Each]> }): Promise<void>;
}

export interface Word {
  does: string;
  needs: readonly Name[];
  takes: readonly Name[];
  run(given: Given<Options>["options"]): Promise<void>;
}

/** A word with its options: `run` sees no other, and those that it needs are there. */
export const word = <const Needs extends Name = never, const Takes extends Name = never>(
  described: Described<Needs, Takes>,
): Word => described as Word;
