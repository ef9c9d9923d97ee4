/*
 * Of thousands of cases that differ little, some are asked, others each time: in process where one code answers them all, over HTTP,
 * where a call costs many times as much, wherever there are many. GRIDLESS_SAMPLE=all asks all of them in process. Lines of the
 * run say how many of how many.
 */
import { TestRunner } from "vitest";
import { baseUrl } from "./target.ts";

declare module "vitest" {
  interface TaskMeta {
    sample?: { asked: number; of: number };
  }
}

/** Called in a test: at most so many, one of each of as many parts of the list. */
export function someOf<Case>(all: Case[], most: number): Case[] {
  if (!baseUrl() || all.length <= most) return all;
  note(most, all.length);
  const size = all.length / most;
  const places = Array.from({ length: most }, (_, i) => Math.floor((i + Math.random()) * size));
  return places.flatMap((place) => all.slice(place, place + 1));
}

export const areAllAsked = process.env["GRIDLESS_SAMPLE"] === "all";

/** One in so many of a list, as evenly as can be: which ones depends on the place of whoever asks in a list of its own, and on the run. */
export function everyOf<Case>(all: Case[], every: number, place: number): Case[] {
  if (areAllAsked) return all;
  return all.filter((_, i) => (i + place + start) % every === 0);
}
const start = Math.floor(Math.random() * 1000);

/** How many cases are made up, of so many in process. */
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
