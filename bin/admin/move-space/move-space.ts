/*
 * npm run admin -- move-space: moves a space from the server of one data folder to that of another, while both run. docs/design/cells.md says how;
 * docs/operations/move-a-space.md says what an operator does. It may be killed at any moment: the same command goes on.
 *
 *   copying    every item once (copy.ts), then what was written meanwhile, by the log of keys of the source's server
 *   following  what is written, until little is left
 *   switching  writes get 503; work in progress ends; what is left is copied
 *   opened     the target is open; the source says so with 410
 */
import { setTimeout as wait } from "node:timers/promises";
import { lateStart, moveOf, peopleStart } from "#lib/data/spaces/move-items";
import { reachCell } from "#lib/local/endpoint/cell/reach-cell";
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { copiedMark } from "#lib/store/item";
import { type Belongings, findBelongings, findLinksOutside } from "./belonging.ts";
import { type Copier, makeCopier, removeOwn, type Sides } from "./copy.ts";
import { holdTarget } from "./hold-target.ts";
import { markMoved, markMoving, readMark, unmark } from "./marks.ts";
import { findMembers, openSpace, putLate } from "./open.ts";
import { findUncertain, openPeople, type People } from "./people.ts";
import { findPlace, type KeptPlace, keptPlace, type Place } from "./place.ts";
import { plugIn } from "./plug-in.ts";
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

/** The space to move, and the folders of both servers. */
export interface Asked {
  spaceId: string;
  from: string;
  to: string;
}

interface Move extends Sides {
  belongings: Belongings;
  people: People;
  copier: Copier;
  place: KeptPlace;
}

/** Milliseconds for which jobs of the space are waited for: before its writes are refused, and while they are. */
const patience = { before: 10 * 60_000, while: 2 * 60_000 };
/** Keys of one step. */
const keysAtOnce = 1000;

export async function reachBoth({ from, to }: Pick<Asked, "from" | "to">): Promise<Sides> {
  const source = await reachCell(from);
  const target = await reachCell(to);
  if (source.folder === target.folder) throw new StartError("--from and --to are the same server");
  if (source.origin === target.origin)
    throw new StartError(
      `both servers have the address ${source.origin}: set GRIDLESS_ORIGIN of one of them`,
    );
  return { source, target };
}

/** Moves the space; goes on with a move that was cut off. Throws a StartError if something is in the way. */
export async function moveSpace({ spaceId, from, to }: Asked): Promise<void> {
  const sides = await reachBoth({ from, to });
  const { source, target } = sides;
  const release = holdTarget(target.folder);
  try {
    plugIn(target);
    const found = await findPlace(target, spaceId);
    if (found && found.at.from !== source.folder)
      throw new StartError(`this space is being moved into ${target.folder} from ${found.at.from}`);
    if (found?.at.stage === "done") throw new StartError(`this space was moved to ${target.origin} already`);
    const space = await findSpace(sides, spaceId, found?.at);
    // before ids are looked for: those that are made later are in the log
    await source.call("FollowKeys", {});
    const belongings = await findBelongings(source, spaceId);
    await refuseObstacles(sides, belongings, found?.at);
    const people = await openPeople(source, target, spaceId);
    const copier = makeCopier(sides, belongings, people);
    const place = keptPlace(target, spaceId, found?.at ?? newPlace(sides), found?.version);
    const move: Move = { ...sides, belongings, people, copier, place };
    say(
      `${found ? "going on with the move of" : "moving"} ${text(space, "name")} (${spaceId}) from ${source.origin} to ${target.origin}`,
    );
    if (place.at.stage !== "opened") {
      await copyAll(move);
      await switchOver(move);
    }
    await markMoved(source, spaceId, target.origin);
    await putLate(move);
    const opened = await findPlace(target, spaceId);
    if (opened) await keptPlace(target, spaceId, opened.at, opened.version).keep({ stage: "done" });
    for (const start of [peopleStart, lateStart])
      await removeCopies(target, (await queryAll(target, moveOf(spaceId), start)).map(keyOf));
    report(move);
  } finally {
    release();
  }
}

const newPlace = ({ source }: Sides): Place => ({
  stage: "copying",
  from: source.folder,
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
        : `there is no space ${spaceId} in ${source.folder}`,
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
        `${target.folder} has a space ${spaceId}, or what is left of one: remove it there with move-space --remove first`,
      );
  }
  const outside = await findLinksOutside(source, belongings);
  const uncertain = at ? [] : await findUncertain(target, await findMembers({ source, belongings }));
  const obstacles = [...outside.map((link) => `a link between spaces would be cut: ${link}`), ...uncertain];
  if (obstacles.length > 0) throw new StartError(`the space cannot be moved:\n${obstacles.join("\n")}`);
}

/** Copies every item once, then what was written meanwhile. */
async function copyAll(move: Move): Promise<void> {
  const { source, place, copier } = move;
  const { log } = await source.call<{ log: string }>("FollowKeys", {});
  if (place.at.log !== log) {
    if (place.at.log) say("the source's server was started again: everything is compared once more");
    // not for as long as that takes
    if (place.at.stage === "switching") await unmark(source, move.belongings.spaceId);
    await place.keep({ stage: "copying", log, after: 0, scanned: undefined, mustSweep: place.at.log !== "" });
  }
  if (place.at.stage === "copying") {
    let shown = 0;
    for (let after = place.at.scanned; ; ) {
      const page = await scanPage(source, after);
      await copier.copy(page.Items ?? []);
      after = page.LastEvaluatedKey;
      if (!after) break;
      await place.keep({ scanned: after });
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

/** Removes copies of items that the source no longer has: the log that said so is lost. */
async function sweep({ source, target, belongings, people }: Move): Promise<void> {
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

/** Copies what was written, until nothing is left; gives how many of these items belong to the space. */
async function followAll({ source, copier, place }: Move): Promise<number> {
  let own = 0;
  for (;;) {
    const { log, after } = place.at;
    const found = await source.call<{ log: string; keys: { pk: string; sk: string; at: number }[] }>(
      "FollowKeys",
      {
        ...{ log, after, limit: keysAtOnce },
      },
    );
    if (found.log !== log)
      throw new StartError("the source's server was started again: give the same command once more");
    const last = found.keys.at(-1);
    if (!last) return own;
    own += await copier.follow(found.keys);
    await place.keep({ after: last.at });
  }
}

/** Refuses writes, waits for the work that is in progress, copies what is left, and opens the target. */
async function switchOver(move: Move): Promise<void> {
  const { source, target, belongings, place } = move;
  const { spaceId } = belongings;
  await waitForWork(move, patience.before);
  await followAll(move);
  const begun = performance.now();
  await place.keep({ stage: "switching" });
  try {
    await markMoving(source, spaceId, target.origin, () => settle(move));
    const commits = new Set(await openCommits(source));
    const until = begun + patience.while;
    for (;;) {
      await settle(move);
      const open = (await openCommits(source)).filter((id) => commits.has(id));
      const work = open.length > 0 ? ["a write in several steps"] : await findWork(source, belongings);
      const own = await followAll(move);
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
    await unmark(source, spaceId);
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

/** Waits until the calls that run in the source have ended, with what follows from them. */
async function settle({ source }: Move): Promise<void> {
  for (let attempt = 0; attempt < 12; attempt++) {
    const { isSettled } = await source.call<{ isSettled: boolean }>("SettleCalls", { milliseconds: 10_000 });
    if (isSettled) return;
  }
  throw new StartError("calls in the source do not end");
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
    await followAll(move);
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
