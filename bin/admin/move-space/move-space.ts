/*
 * npm run admin -- move-space: moves a space from one cell to another, while both run. docs/design/cells.md says how;
 * docs/operations/move-a-space.md says what an operator does. It may be killed at any moment: the same command goes on.
 *
 *   copying    every item once (copy.ts), then what was written meanwhile, by the log of keys of the source
 *   following  what is written, until little is left
 *   switching  writes get 503; work in progress ends; what is left is copied
 *   opened     the target is open; the source says so with 410
 */
import { setTimeout as wait } from "node:timers/promises";
import { lateStart, moveOf, peopleStart } from "#lib/data/spaces/move-items";
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { copiedMark, keyText } from "#lib/store/item";
import { type Belongings, findBelongings, findLinksOutside } from "./belonging.ts";
import type { Cell, KeyLog } from "./cells/cell.ts";
import { type Reaching, reachBoth } from "./cells/reach.ts";
import { type Copier, makeCopier, removeOwn, type Sides } from "./copy.ts";
import { sayInvited } from "./invited.ts";
import { followLate } from "./late.ts";
import { markMoved, markMoving, readMark, unmark } from "./marks.ts";
import { findMembers, openSpace, putLate } from "./open.ts";
import { OtherBases } from "./other-space.ts";
import { findUncertain, openPeople, type People } from "./people.ts";
import { findPlace, type KeptPlace, keptPlace, type Place } from "./place.ts";
import { removeLeft } from "./remove-copies.ts";
import {
  getMany,
  getOne,
  keyOf,
  queryAll,
  removeCopies,
  scanPage,
  scanPages,
  text,
  type Wire,
} from "./wire.ts";
import { findWork, openCommits } from "./work.ts";

/** The space to move, and both cells. */
export interface Asked extends Reaching {
  spaceId: string;
}

interface Move extends Sides {
  belongings: Belongings;
  people: People;
  copier: Copier;
  place: KeptPlace;
  log: KeyLog;
  /** The places of the log of the last minute, with the time of each. */
  passed: { time: number; after: unknown }[];
  /** When the log was followed in the middle of a copy. */
  followed: number;
}

/** Milliseconds for which jobs of the space are waited for: before its writes are refused, and while they are. */
const patience = { before: 10 * 60_000, while: 3 * 60_000 };
/** Milliseconds: how often, and for how long at most, the log is followed in the middle of a copy. */
const following = { every: 5000, most: 10_000 };
/** Milliseconds after which the place of a copy is kept again. What is copied twice is the same. */
const keptEvery = 1000;
/**
 * Milliseconds by which the place that is kept is behind. A commit of a new table is finished in any order, so a key whose owner is not known waits in the
 * memory of this process (copy.ts): the next one reads it again.
 */
const keptBehind = 60_000;

/** Moves the space; goes on with a move that was cut off. Throws a StartError if something is in the way. */
export async function moveSpace({ spaceId, ...reaching }: Asked): Promise<void> {
  const sides = await reachBoth(reaching);
  const { source, target } = sides;
  refusePassing(target);
  const release = await target.hold(spaceId);
  try {
    target.plugIn();
    const found = await findPlace(target, spaceId);
    if (found && found.at.from !== source.id)
      throw new StartError(`this space is being moved into ${target.name} from ${found.at.from}`);
    if (found?.at.stage === "done") throw new StartError(`this space was moved to ${target.origin} already`);
    const space = await findSpace(sides, spaceId, found?.at);
    // before ids are looked for: those that are made later are in the log
    const log = await source.openLog(spaceId, found?.at);
    const belongings = await findBelongings(source, spaceId);
    await refuseObstacles(sides, belongings, found?.at);
    const people = await openPeople(source, target, spaceId);
    const copier = makeCopier(sides, belongings, people);
    const place = keptPlace(target, spaceId, found?.at ?? newPlace(sides), found?.version);
    let move: Move = {
      ...sides,
      belongings,
      people,
      copier,
      place,
      log,
      passed: [],
      followed: performance.now(),
    };
    say(
      `${found ? "going on with the move of" : "moving"} ${text(space, "name")} (${spaceId}) from ${source.origin} to ${target.origin}`,
    );
    while (place.at.stage !== "opened")
      try {
        await copyAll(move);
        await switchOver(move);
        break;
      } catch (error) {
        if (!(error instanceof OtherBases)) throw error;
        say(`${error.message}: everything is compared once more`);
        await place.keep({ stage: "copying", scanned: undefined, mustSweep: true });
        const found = await findBelongings(source, spaceId);
        move = { ...move, belongings: found, copier: makeCopier(sides, found, people) };
      }
    await markMoved(source, move.belongings, target.origin);
    await putLate(move);
    await followLate(move);
    const opened = await findPlace(target, spaceId);
    if (opened) await keptPlace(target, spaceId, opened.at, opened.version).keep({ stage: "done" });
    for (const start of [peopleStart, lateStart])
      await removeCopies(target, (await queryAll(target, moveOf(spaceId), start)).map(keyOf));
    report(move);
    await sayInvited(source, move.belongings);
  } finally {
    await release();
  }
}

/** Callers of the former address are sent to the target's for ever. That of the source may change: nothing leads to it. */
function refusePassing({ name, origin, keepsOrigin }: Cell): void {
  if (keepsOrigin) return;
  throw new StartError(
    `the address of ${name} may change, and callers of the former one would be sent there for ever: it is where its server listens, ${origin}. Start it with GRIDLESS_ORIGIN, its address as people see it; for a trial on this machine, GRIDLESS_ORIGIN=${origin} and the same PORT each time`,
  );
}

const newPlace = ({ source }: Sides): Place => ({
  stage: "copying",
  from: source.id,
  origin: source.origin,
  log: "",
  after: 0,
  begun: new Date().toISOString(),
});

const spaceKey = (spaceId: string) => ({ pk: `SPACE#${spaceId}`, sk: "SPACE" });

async function findSpace({ source, target }: Sides, spaceId: string, at: Place | undefined): Promise<Wire> {
  const [space, trashed] = await Promise.all([
    getOne(source, spaceKey(spaceId)),
    getOne(source, { pk: `SPACE#${spaceId}`, sk: "TRASHEDSPACE" }),
  ]);
  if (!space)
    throw new StartError(
      trashed
        ? `the space ${spaceId} is in the trash: restore it first`
        : `there is no space ${spaceId} in ${source.name}`,
    );
  const mark = await readMark(source, spaceId);
  if (mark && mark.to !== target.origin)
    throw new StartError(
      `the space ${spaceId} ${mark.state === "moved" ? "was moved" : "is being moved"} to ${mark.to}`,
    );
  if (mark?.state === "moved" && at?.stage !== "opened")
    throw new StartError(`the space ${spaceId} was moved to ${mark.to} already`);
  return space;
}

/** Throws a StartError that names all that a person must put right. */
async function refuseObstacles(sides: Sides, belongings: Belongings, at: Place | undefined): Promise<void> {
  const { source, target } = sides;
  if (at?.stage === "opened") return;
  const { spaceId } = belongings;
  if (!at) {
    const there = await findBelongings(target, spaceId);
    if (there.size() > 0 || (await getOne(target, spaceKey(spaceId))))
      throw new StartError(
        `${target.name} has a space ${spaceId}, or what is left of one: remove it there with move-space --remove first`,
      );
  }
  const outside = await findLinksOutside(source, belongings);
  const uncertain = at ? [] : await findUncertain(target, await findMembers({ source, belongings }));
  const obstacles = [...outside.map((link) => `a link between spaces would be cut: ${link}`), ...uncertain];
  if (obstacles.length > 0) throw new StartError(`the space cannot be moved:\n${obstacles.join("\n")}`);
}

/** Copies every item once, then what was written meanwhile. */
async function copyAll(move: Move): Promise<void> {
  const { source, place, copier, log } = move;
  if (place.at.log !== log.log) {
    if (place.at.log)
      say("the log of what is written in the source was lost: everything is compared once more");
    // not for as long as that takes
    if (place.at.stage === "switching") await unmark(source, move.belongings, move.target.origin);
    await place.keep({
      ...{ stage: "copying", log: log.log, after: log.after(), scanned: undefined },
      mustSweep: place.at.log !== "",
    });
  }
  if (place.at.stage === "copying") {
    let shown = 0;
    let kept = performance.now();
    for (let after = place.at.scanned; ; ) {
      const page = await scanPage(source, after);
      await copier.copy(await leaveOutWritten(log, page.Items ?? []));
      after = page.LastEvaluatedKey;
      if (!after) break;
      if (performance.now() - kept > keptEvery) {
        await place.keep({ scanned: after });
        kept = performance.now();
      }
      // a log is kept for a day only, and a long copy takes longer
      await followSometimes(move);
      if (copier.counts.items - shown < 10_000) continue;
      shown = copier.counts.items;
      say(`${shown} items copied`);
    }
    if (place.at.mustSweep) await sweep(move);
    await place.keep({ stage: "following", scanned: undefined, mustSweep: undefined });
    say(`${copier.counts.items} items and ${copier.counts.files} files copied; following what is written`);
  }
  await followAll(move);
}

/** A table that is written faster than it is copied would not end: what was written meanwhile is left to the log. */
async function leaveOutWritten(log: KeyLog, items: readonly Wire[]): Promise<readonly Wire[]> {
  const written = (await log.findWritten?.(items.map(keyOf))) ?? [];
  if (written.length === 0) return items;
  const names = new Set(written.map(keyText));
  return items.filter((item) => !names.has(keyText(keyOf(item))));
}

/** Removes copies of items that the source no longer has, or that are in another space now. */
async function sweep({ source, target, belongings, people }: Move): Promise<void> {
  await removeLeft(target, belongings);
  const back = new Map([...people.all()].map(([id, to]) => [to, id]));
  const inSource = (item: Wire): Wire =>
    JSON.parse(JSON.stringify(item).replace(/usr[0-9A-Za-z]{16}/g, (id) => back.get(id) ?? id)) as Wire;
  for await (const page of scanPages(target)) {
    const keys = page.map((item) => keyOf(inSource({ pk: item["pk"] as never, sk: item["sk"] as never })));
    const there = new Set((await getMany(source, keys)).map((item) => JSON.stringify(keyOf(item))));
    const gone = page.filter((_, i) => !there.has(JSON.stringify(keys[i])));
    await removeOwn(
      target,
      belongings,
      gone.filter((item) => copiedMark in item || !item["entity"]),
    );
  }
}

/** Copies all that is written until now; gives how many of these items belong to the space. In a busy cell there is always more. */
async function followAll(move: Move): Promise<number> {
  const isEnd = await move.log.markEnd();
  let own = 0;
  do own += (await followOnce(move)).found;
  while (!isEnd());
  return own;
}

/** Copies the next keys of the log; `found`: those that belong to the space. */
async function followOnce({ copier, place, log, passed }: Move): Promise<{ found: number; isMore: boolean }> {
  const { keys, isMore } = await log.read(place.at.after);
  const found = keys.length > 0 ? await copier.follow(keys) : 0;
  const time = Date.now();
  passed.push({ time, after: log.after() });
  const old = passed.filter((each) => time - each.time > keptBehind).at(-1);
  if (!old) return { found, isMore };
  passed.splice(0, passed.indexOf(old) + 1);
  await place.keep({ after: old.after });
  return { found, isMore };
}

/** Follows for a while, if that was not done just before. */
async function followSometimes(move: Move): Promise<void> {
  if (performance.now() - move.followed < following.every) return;
  const until = performance.now() + following.most;
  while ((await followOnce(move)).isMore && performance.now() < until);
  move.followed = performance.now();
}

/** Refuses writes, waits for the work that is in progress, copies what is left, and opens the target. */
async function switchOver(move: Move): Promise<void> {
  const { source, target, belongings, place } = move;
  const { spaceId } = belongings;
  await waitForWork(move, patience.before);
  for (const cell of [source, target]) await cell.awaitQuiet();
  await followAll(move);
  const begun = performance.now();
  await place.keep({ stage: "switching" });
  try {
    let commits: ReadonlySet<string> | undefined;
    let until: number | undefined;
    for (;;) {
      // the log says which bases there are: one may have been made by a call that began before the mark of the space
      const isMarked = (await markMoving(source, belongings, target.origin)) === 0;
      await source.settle(commits && isMarked ? "consumers" : "calls");
      if (!commits || !isMarked) commits = new Set(await openCommits(source));
      const isOpen = (await openCommits(source)).some((id) => commits?.has(id));
      const work = isOpen ? ["a write in several steps"] : await findWork(source, belongings);
      const own = await followAll(move);
      // what was written before may take long to copy; after that there is little left
      until ??= performance.now() + patience.while;
      if (own === 0 && work.length === 0) break;
      if (performance.now() > until)
        throw new StartError(`work in progress does not end: ${work.join(", ") || "items change"}`);
      if (work.length > 0) await wait(200);
    }
    const outside = await findLinksOutside(source, belongings);
    if (outside.length > 0) throw new StartError(`a link between spaces would be cut: ${outside.join("; ")}`);
    await openSpace(move);
  } catch (error) {
    // opened, and the answer was lost: the next run goes on
    if ((await findPlace(target, spaceId))?.at.stage === "opened") throw error;
    await unmark(source, belongings, target.origin);
    await place.keep({ stage: "following" });
    if (!(error instanceof StartError)) throw error;
    throw new StartError(`the space stays where it is, and can be written again:\n${error.message}`, {
      cause: error,
    });
  }
  say(
    `the space is open at ${target.origin}; it could only be read for ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  );
}

async function waitForWork(move: Move, milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds;
  for (let said = ""; ; ) {
    const work = await findWork(move.source, move.belongings);
    if (work.length === 0) return;
    if (performance.now() > until)
      throw new StartError(`work in progress does not end: ${work.join(", ")}; try again later`);
    const line = `waiting for ${[...new Set(work)].join(", ")}`;
    if (line !== said) say(line);
    said = line;
    await wait(500);
    await followSometimes(move);
  }
}

function report({ target, copier, people, belongings }: Move): void {
  const { items, removed, files, withoutBytes } = copier.counts;
  const mapped = [...people.all()].filter(([id, to]) => id !== to).length;
  say(
    [
      `moved ${belongings.spaceId} to ${target.origin}`,
      `${belongings.bases.size} bases, ${belongings.tables.size} tables`,
      `${items} items copied and ${removed} removed by this run, ${files} files`,
      ...(withoutBytes > 0 ? [`${withoutBytes} files have no bytes in the source`] : []),
      `${people.all().size} people, ${mapped} of them with an account of their own in the target`,
    ].join("; "),
  );
}
