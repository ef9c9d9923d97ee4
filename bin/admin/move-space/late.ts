/*
 * What comes after the opening. On AWS nothing says for certain that a consumer has ended: numbers of SQS are not exact, and a queue of a busy cell is
 * never empty. So the log is followed for some time more, and what came late is copied where the target's copy was not changed since.
 */
import { say } from "#lib/local/process/terminal";
import { copiedMark, keyText } from "#lib/store/item";
import type { Key } from "#lib/store/store";
import { type Attribute, type Belongings, isOwnUse, usesOf } from "./belonging.ts";
import type { KeyLog } from "./cells/cell.ts";
import { atHome, copyBytes, markCopied, putFile, type Sides } from "./copy.ts";
import { kindOf, ownerIn } from "./kinds.ts";
import type { People } from "./people.ts";
import type { KeptPlace } from "./place.ts";
import {
  getMany,
  getOne,
  ifVersion,
  isPrepared,
  isUnmet,
  keyOf,
  put,
  removeCopies,
  versionOf,
  type Wire,
  wireKey,
} from "./wire.ts";

interface Opened extends Sides {
  belongings: Belongings;
  people: People;
  place: KeptPlace;
  log: KeyLog;
}

/** Says what came late, and what could not be copied. */
export async function followLate(move: Opened): Promise<void> {
  const { source, log, place } = move;
  if (source.lateFor === 0) return;
  say(`what still comes in the source is followed for ${source.lateFor / 1000} s`);
  const until = performance.now() + source.lateFor;
  let copied = 0;
  const differ: Key[] = [];
  while (performance.now() < until) {
    const { keys } = await log.read(place.at.after);
    const own = keys.filter((key) => mayBeOwn(move.belongings, key));
    const found = new Map((await getMany(source, own)).map((item) => [keyText(keyOf(item)), item]));
    for (const key of own) {
      const done = await copyLate(move, key, found.get(keyText(key)));
      if (done === "copied") copied++;
      if (done === "differs") differ.push(key);
    }
  }
  if (copied > 0) say(`${copied} items came late, and were copied`);
  if (differ.length > 0)
    say(
      `these came late, and the target's were changed since and stay: ${differ.map(({ pk, sk }) => `${pk} / ${sk}`).join(", ")}`,
    );
}

function mayBeOwn(belongings: Belongings, key: Key): boolean {
  const kind = kindOf(key);
  if (kind?.fate !== "copied") return false;
  const owner = ownerIn(kind, key);
  return owner === undefined || belongings.has(owner);
}

async function copyLate(
  move: Opened,
  key: Key,
  item: Wire | undefined,
): Promise<"copied" | "differs" | undefined> {
  const { target, belongings, people } = move;
  const kind = kindOf(key);
  const isFile = key.pk.startsWith("ATTACHMENT#");
  // of a file that is gone the target may have uses of another space
  if (!item) return isFile ? undefined : removeLate(move, key);
  // the marks of the move itself
  if (item["move"] || isPrepared(item) || !kind || !belongings.owns(kind, item)) return undefined;
  await people.meet([item]);
  if (isFile) return copyLateFile(move, item);
  const copy = markCopied(people.translate(atHome(item)));
  try {
    await put(target, copy, {
      ConditionExpression: "attribute_not_exists(pk) OR (#copied = #version AND #version < :version)",
      ExpressionAttributeNames: { "#copied": copiedMark, "#version": "version" },
      ExpressionAttributeValues: { ":version": { N: versionOf(item) ?? "0" } },
    });
    return "copied";
  } catch (error) {
    if (!isUnmet(error)) throw error;
    const there = await getOne(target, keyOf(copy));
    const isThere = there && JSON.stringify(keyless(there)) === JSON.stringify(keyless(copy));
    return isThere || Number(versionOf(there ?? {})) >= Number(versionOf(copy)) ? undefined : "differs";
  }
}

/** Uses in the target stay, also those by spaces that came before. */
async function copyLateFile(move: Opened, file: Wire): Promise<"copied"> {
  await copyBytes(move, file);
  await putFile(move.target, move.people.translate(file), (there) => {
    const tableOf = (use: Attribute) => use.M?.["tableId"]?.S;
    const known = new Set(usesOf(there).map(tableOf));
    const more = usesOf(file).filter((use) => isOwnUse(move.belongings, use) && !known.has(tableOf(use)));
    return [...usesOf(there), ...more];
  });
  return "copied";
}

/** The attributes in the order of their names. */
const keyless = (item: Wire) => Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1));

async function removeLate({ target, people }: Opened, key: Key): Promise<"copied" | "differs" | undefined> {
  const inTarget = keyOf(people.translate(wireKey(key)));
  const there = await getOne(target, inTarget);
  if (!there) return undefined;
  if (there[copiedMark]?.N === undefined || there[copiedMark].N !== versionOf(there)) return "differs";
  const noKind = { ...wireKey(inTarget), version: { N: "0" }, [copiedMark]: { N: "0" } };
  try {
    // no consumer hears of it then
    await put(target, noKind, ifVersion(versionOf(there)));
  } catch (error) {
    if (isUnmet(error)) return "differs";
    throw error;
  }
  await removeCopies(target, [inTarget]);
  return "copied";
}
