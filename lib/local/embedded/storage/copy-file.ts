/*
 * Copies the file while others write. A step of the copy that meets a transaction is lost, and each transaction adds pages that have to be copied too:
 * on a busy machine, or beside an import, a copy would never end. So writes and steps take turns: a group is committed whenever less is left to
 * copy than ever before.
 */
import { backup, type DatabaseSync } from "node:sqlite";
import type { Group } from "./group.ts";

/** They are read in a millisecond, in which no other call reads. */
const pagesAtOnce = 64;
const mostAttempts = 50;
/** Milliseconds without a step, after which writes go on all the same: the threads have other work. */
const patience = 250;

/** Makes `target` a copy of the file as it is at one moment, between two commits. */
export async function copyFile(database: DatabaseSync, group: Group, target: string): Promise<void> {
  const stuck = setInterval(() => group.limitGroups(1), patience);
  try {
    for (let attempt = 1; ; attempt++) {
      group.limitGroups(0);
      try {
        return await copyOnce(
          database,
          target,
          () => stuck.refresh(),
          () => group.limitGroups(1),
        );
      } catch (error) {
        // a first or last step that meets a transaction ends a copy of Node, with no error to name
        const hasMetTransaction = error instanceof Error && error.message === "not an error";
        if (!hasMetTransaction || attempt === mostAttempts) throw error;
      }
    }
  } finally {
    clearInterval(stuck);
    group.limitGroups(Number.POSITIVE_INFINITY);
  }
}

async function copyOnce(
  database: DatabaseSync,
  target: string,
  onStep: () => void,
  onLess: () => void,
): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  await backup(database, target, {
    rate: pagesAtOnce,
    progress: ({ remainingPages }) => {
      onStep();
      if (remainingPages >= least) return;
      least = remainingPages;
      onLess();
    },
  });
}
