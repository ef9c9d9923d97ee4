/*
 * Follows the store by the feed of the engine in this process: a change is dispatched some milliseconds after its commit, and removed once it and
 * all before it are consumed. So the file contains exactly the changes that are not consumed, and no position has to be kept. After a crash
 * they are dispatched again; consumers must accept repetitions.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { DynamoDBRecord } from "aws-lambda";
import type { Engine } from "#lib/local/embedded/open-engine";
import { makeBell } from "#lib/local/process/bell";
import type { Follow } from "./local-store.ts";
import { retrying } from "./retrying.ts";
import { trackSettled } from "./stream-position.ts";

type Feed = Pick<Engine, "readChanges" | "lastChange" | "onChange" | "removeChanges">;

/** One call of the dispatcher or the reader gets at most so many changes. */
const atOnce = 200;
/** Milliseconds after the first of some changes: those that follow it are dispatched with it, which costs little more than one. */
const gathering = 10;
/** Milliseconds in which settled changes are collected, to be removed together. */
const collecting = 200;

export function feedFollower(feed: Feed): Follow {
  return ({ dispatch, log }) => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const { attempt } = retrying({ signal, log });
    const remover = removeSettled(feed, log);
    const settle = trackSettled(remover.onSettled);
    const news = makeBell();
    const age = watchAge(feed.lastChange());
    const unsubscribe = feed.onChange((last) => {
      age.note(last);
      news.ring();
    });
    let read = 0;

    async function run(): Promise<void> {
      while (!signal.aborted) {
        const next = news.next();
        const found = await attempt(dispatchNext);
        if (found !== 0) continue;
        await next;
        await wait(gathering, undefined, { signal }).catch(() => {});
      }
    }

    /** Dispatches the next changes; gives how many there were. */
    async function dispatchNext(): Promise<number> {
      const made = feed.lastChange();
      const changes = feed.readChanges(read, atOnce);
      const last = changes.at(-1)?.sequence;
      if (last === undefined) {
        read = made;
        age.forget(made);
        return 0;
      }
      const consumed = await dispatch(changes.map(({ record }) => record as DynamoDBRecord));
      read = last;
      age.forget(last);
      settle(last, consumed);
      return changes.length;
    }
    const done = run();

    async function stop(): Promise<void> {
      stopping.abort();
      unsubscribe();
      news.ring();
      await done;
      await remover.stop();
    }
    const backlog = () => ({ changes: read === 0 ? 0 : feed.lastChange() - read, age: age.oldest() });
    return { stop, backlog };
  };
}

/** Milliseconds: changes that were made within this time are kept as one entry. */
const apart = 100;

/**
 * Measures how long the oldest change has waited that is not consumed. For changes from before the start, waiting counts from the start.
 */
function watchAge(atStart: number) {
  const made: { sequence: number; time: number }[] =
    atStart > 0 ? [{ sequence: atStart, time: performance.now() }] : [];
  return {
    note(sequence: number): void {
      const last = made.at(-1);
      const time = performance.now();
      if (last && time - last.time < apart) last.sequence = sequence;
      else made.push({ sequence, time });
    },
    forget(upTo: number): void {
      while (made[0] && made[0].sequence <= upTo) made.shift();
    },
    oldest: (): number => (made[0] ? performance.now() - made[0].time : 0),
  };
}

function removeSettled({ removeChanges }: Feed, log: (line: string) => void) {
  let settled: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let removing: Promise<void> = Promise.resolve();

  function onSettled(sequence: number): void {
    settled = sequence;
    timer ??= setTimeout(remove, collecting);
  }

  function remove(): void {
    timer = undefined;
    const upTo = settled;
    settled = undefined;
    if (upTo === undefined) return;
    removing = removing
      .then(() => removeChanges(upTo))
      .then(
        () => {},
        (error: Error) => log(`consumed changes could not be removed: ${error.message}`),
      );
  }

  async function stop(): Promise<void> {
    clearTimeout(timer);
    remove();
    await removing;
  }
  return { onSettled, stop };
}
