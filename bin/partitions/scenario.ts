/* Scenarios of npm run partitions: who calls what, how often. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { StartError } from "#lib/local/process/start-error";
import { issuesOf } from "#lib/schemas/issues/issues";
import { type KnownCall, knownCalls } from "./known-calls.ts";

const count = z.int().min(1).default(1);

/** Callers who share nothing with those of another group. */
const Group = z.strictObject({
  spaces: count,
  bases: count,
  tables: count,
  /** Each has a token of their own. */
  people: count,
  /** In all tables together. */
  records: count,
  /** In a second, by all of the group together. */
  calls: z.partialRecord(z.enum(Object.keys(knownCalls) as KnownCall[]), z.number().positive()),
});
export type Group = z.infer<typeof Group>;

const Scenario = z.strictObject({ title: z.string(), groups: z.array(Group).min(1) });
export type Scenario = z.infer<typeof Scenario>;

const issuesText = (error: z.ZodError) =>
  issuesOf(error)
    .map(({ path, message }) => `${path} ${message}`)
    .join("; ");

const folder = path.join(import.meta.dirname, "scenarios");

/** The scenarios in a file, or all that come with Gridless. Throws `StartError` if it is none. */
export const readScenarios = (file?: string): Scenario[] =>
  file === undefined
    ? readdirSync(folder)
        .sort()
        .map((name) => readScenario(path.join(folder, name)))
    : [readScenario(file)];

function readScenario(file: string): Scenario {
  try {
    return Scenario.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? issuesText(error) : String(error);
    throw new StartError(`${file} is no scenario: ${reason}`);
  }
}
