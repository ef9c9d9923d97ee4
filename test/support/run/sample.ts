/*
 * Chooses a random sample of thousands of similar cases, another one in each run. In process this is done where the same code handles all
 * cases; over HTTP, where a call costs many times more, wherever there are many. GRIDLESS_SAMPLE=all tries all of them in
 * process. The output of the run says how many of how many were tried.
 */
import { TestRunner } from "vitest";
import { chance, seedOfRun } from "./chance.ts";
import { baseUrl } from "./target.ts";

declare module "vitest" {
  interface TaskMeta {
    sample?: { asked: number; of: number };
  }
}

/** At most `most` cases, evenly spread over the list; all in process. Must be called in a test. */
export function someOf<Case>(all: Case[], most: number): Case[] {
  if (!baseUrl() || all.length <= most) return all;
  note(most, all.length);
  const size = all.length / most;
  const places = Array.from({ length: most }, (_, i) => Math.floor((i + chance()) * size));
  return places.flatMap((place) => all.slice(place, place + 1));
}

export const areAllAsked = process.env["GRIDLESS_SAMPLE"] === "all";

/**
 * Whether the store is another engine than the embedded one, here or behind a deployed stack. Our rules do not depend on it: .ci/run proves
 * all their cases on the embedded engine. Another one proves that it answers alike, for which a part of many similar cases is enough.
 */
export const isOtherEngine = process.env["GRIDLESS_TEST_STORE"] !== "in process";

/**
 * Slow tests do a part of their work in `npm test`, and all of it where it is decided whether a change lands: .ci/run sets CI. On other
 * engines they do all of it at night (.github/workflows/nightly.yml).
 */
export const isWhole = areAllAsked || (Boolean(process.env["CI"]) && !isOtherEngine);

/** Every `every`-th case of a list. Which ones depends on `place`, the index of the calling test in its own list, and on the run. */
export function everyOf<Case>(all: readonly Case[], every: number, place: number): Case[] {
  if (areAllAsked) return [...all];
  return all.filter((_, i) => (i + place + seedOfRun()) % every === 0);
}

/** The number of generated cases: `count` in process, a third over HTTP. */
export function fewerThan(count: number): number {
  if (!baseUrl()) return count;
  const asked = Math.ceil(count / 3);
  note(asked, count);
  return asked;
}

function note(asked: number, of: number): void {
  const test = TestRunner.getCurrentTest();
  if (test) test.meta.sample = { asked, of };
}
