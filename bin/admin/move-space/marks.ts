/* The marks in the source: calls of the space are refused by them (lib/data/spaces/moves.ts). */
import { setTimeout as wait } from "node:timers/promises";
import type { SpaceMove } from "#lib/data/spaces/moves";
import { StartError } from "#lib/local/process/start-error";
import { twinKeys } from "#lib/store/item";
import type { Key } from "#lib/store/store";
import type { Belongings } from "./belonging.ts";
import type { Cell } from "./cells/cell.ts";
import { getOne, isPrepared, keyOf, queryAll, versionOf, type Wire, wireKey } from "./wire.ts";

const spaceKey = (spaceId: string): Key => ({ pk: `SPACE#${spaceId}`, sk: "SPACE" });

/** The space, its bases and their copies; the space first, so that calls that begin then make no base. */
async function findMarked(source: Cell, spaceId: string, bases: Iterable<string>): Promise<Key[]> {
  const copies = await queryAll(source, `SPACE#${spaceId}`, "BASE#");
  return [
    spaceKey(spaceId),
    ...[...bases].map((id) => ({ pk: `BASE#${id}`, sk: "BASE" })),
    ...copies.map(keyOf),
  ];
}

/** The mark of the space. */
export async function readMark(source: Cell, spaceId: string): Promise<SpaceMove | undefined> {
  const mark = (await getOne(source, spaceKey(spaceId)))?.["move"]?.M;
  return mark && ({ state: mark["state"]?.S, to: mark["to"]?.S, time: mark["time"]?.S } as SpaceMove);
}

/**
 * Marks the space and these bases: writes are refused from then on. Gives how many were not marked before. Throws a StartError if the space moves, or has
 * moved, to another cell: of two moves at once only the one that marks the space first may open it.
 */
export async function markMoving(source: Cell, { spaceId, bases }: Known, to: string): Promise<number> {
  const mark: SpaceMove = { state: "moving", to, time: new Date().toISOString() };
  let marked = 0;
  for (const key of await findMarked(source, spaceId, bases))
    if (await setMark(source, key, mark, { unless: "moving" })) marked++;
  return marked;
}

/** Says where the space is now. */
export async function markMoved(source: Cell, { spaceId, bases }: Known, to: string): Promise<void> {
  const mark: SpaceMove = { state: "moved", to, time: new Date().toISOString() };
  for (const key of await findMarked(source, spaceId, bases)) await setMark(source, key, mark);
}

/** Takes the marks of a move to `to` back; those of another move stay. Without `to`, all. */
export async function unmark(source: Cell, { spaceId, bases }: Known, to?: string): Promise<void> {
  for (const key of await findMarked(source, spaceId, bases)) {
    const there = (await getOne(source, key))?.["move"]?.M?.["to"]?.S;
    if (there !== undefined && (to === undefined || there === to)) await setMark(source, key, undefined);
  }
}

/** The space, with the bases that are known, also those in its trash. */
type Known = Pick<Belongings, "spaceId" | "bases">;

/**
 * The version rises, so that a call that has read the item before cannot write it back without the mark. Its twins (lib/store/item.ts) are written with
 * it, since calls read one of them. An item that is gone, or has the mark `unless`, is passed over, and the end of a staged commit is waited for. Gives
 * whether it was written.
 */
async function setMark(
  source: Cell,
  key: Key,
  mark: SpaceMove | undefined,
  { unless }: { unless?: SpaceMove["state"] } = {},
): Promise<boolean> {
  for (let attempt = 0; ; attempt++) {
    const item = await getOne(source, key);
    const there = item?.["move"]?.M;
    if (mark && there && there["to"]?.S !== mark.to)
      throw new StartError(`another command moves the space to ${there["to"]?.S}, or has moved it there`);
    if (!item || (unless && there?.["state"]?.S === unless)) return false;
    if (!isPrepared(item) && (await tryMark(source, item, mark))) return true;
    await wait(Math.min(50 * 2 ** attempt, 2000));
  }
}

/** False if another write was in between. */
async function tryMark(source: Cell, item: Wire, mark: SpaceMove | undefined): Promise<boolean> {
  const TableName = source.table;
  const { move: _, threeTwins, twins, ...rest } = item;
  const count = threeTwins ? 3 : twins ? 2 : 0;
  const areEqual = [threeTwins, twins].every((each) => !each || each.N === versionOf(item));
  const version = { N: String(Number(versionOf(item)) + 1) };
  const marked: Wire = {
    ...rest,
    version,
    ...(areEqual && threeTwins && { threeTwins: version }),
    ...(areEqual && twins && { twins: version }),
    ...(mark && { move: { M: { state: { S: mark.state }, to: { S: mark.to }, time: { S: mark.time } } } }),
  };
  const unprepared = {
    ConditionExpression: "attribute_not_exists(#commit)",
    ExpressionAttributeNames: { "#commit": "commit" },
  };
  const twinActions = twinKeys(keyOf(item))
    .slice(0, count)
    .map((key) =>
      areEqual
        ? {
            Put: {
              TableName,
              Item: { ...marked, ...wireKey(key), entity: { S: "baseTwin" } },
              ...unprepared,
            },
          }
        : { Delete: { TableName, Key: wireKey(key), ...unprepared } },
    );
  const own = {
    TableName,
    Item: marked,
    ConditionExpression: "#version = :version AND attribute_not_exists(#commit)",
    ExpressionAttributeNames: { "#version": "version", "#commit": "commit" },
    ExpressionAttributeValues: { ":version": { N: versionOf(item) } },
  };
  try {
    await source.call("TransactWriteItems", { TransactItems: [{ Put: own }, ...twinActions] });
    return true;
  } catch (error) {
    if ((error as Error).name === "TransactionCanceledException") return false;
    throw error;
  }
}
