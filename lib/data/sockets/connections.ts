/*
 * Connections of sockets, and who views a base through them.
 *
 *  entity      pk               sk            cost
 *  connection  CONNECTION#<id>  CONNECTION    get 1 RCU for each text; made with its seat (seats.ts) and the end of its ticket, 3 × 2 WCU
 *  viewer      VIEWERS#<base>   <connection>  made, changed and removed with its connection, 2 × 2 WCU; 1 RCU for each 4 KB of all of a base
 *
 * Both have an end, a few minutes after the two hours that API Gateway gives a connection: it may forget to tell of an end. Only items
 * that are unexpired count.
 */
import type { BaseId, FieldId, RecordId, TableId, UserId, ViewId } from "#lib/schemas/basics/ids";
import { secondsPerHour, secondsPerMinute } from "#lib/schemas/basics/time-units";
import { keyOf } from "#lib/store/changes";
import { type Change, change, commit, insert, Refused, remove, retryOnConflict } from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { getEach, getItem, getItems, type Item, readAll, readPage } from "#lib/store/store";
import { planSeat, type SeatItem, seatKey } from "./seats.ts";
import type { SocketHolder, TicketItem } from "./tickets.ts";

const secondsKept = 2 * secondsPerHour + 5 * secondsPerMinute;

export type ConnectionItem = Item & {
  id: string;
  token: SocketHolder;
  userId: UserId;
  /** The name of its seat. Absent if it was opened before there were seats. */
  seat?: string;
  /** The bases that it watches. */
  baseIds: BaseId[];
  expiresAt: number;
};

/** Where a person is in a base. */
export interface Presence {
  viewId: ViewId;
  recordId?: RecordId | undefined;
  fieldId?: FieldId | undefined;
}

export type ViewerItem = Item & {
  /** The id of the connection. */
  connection: string;
  baseId: BaseId;
  token: SocketHolder;
  userId: UserId;
  /** Absent: all tables of the base. */
  tableIds?: TableId[];
  here?: Presence;
  expiresAt: number;
};

const connectionKey = (id: string) => ({ pk: `CONNECTION#${id}`, sk: "CONNECTION" });
const viewersOf = (baseId: BaseId) => `VIEWERS#${baseId}`;
const viewerKey = (baseId: BaseId, id: string) => ({ pk: viewersOf(baseId), sk: id });

/**
 * Uses up the ticket for a new connection. `used`: another connection was faster; `full`: the person has all connections that one may have.
 */
export const insertConnection = (
  { id, userId }: { id: string; userId: UserId },
  ticket: TicketItem,
  now: string,
): Promise<"opened" | "used" | "full"> =>
  retryOnConflict(async () => {
    const { token } = ticket;
    const expiresAt = expiryIn(secondsKept, now);
    const planned = await planSeat({ id, userId, expiresAt }, now);
    if (!planned) return "full";
    const { seat, taking } = planned;
    const made = {
      ...connectionKey(id),
      entity: "connection",
      id,
      token,
      userId,
      seat,
      baseIds: [],
      expiresAt,
    };
    try {
      await commit([remove(ticket), insert(made), taking]);
      return "opened";
    } catch (error) {
      if (error instanceof Refused && error.changes.some((each) => keyOf(each).pk === ticket.pk))
        return "used";
      throw error;
    }
  });

/** A connection that is open; `undefined` after its end. */
export async function findConnection(id: string, now: string): Promise<ConnectionItem | undefined> {
  const item = await getItem<ConnectionItem>(connectionKey(id));
  return item && isUnexpired(item, now) ? item : undefined;
}

/** Makes a connection watch a base, or these tables of it alone; false after its end. It keeps where the person is. */
export const addViewer = (id: string, baseId: BaseId, tableIds: TableId[] | undefined): Promise<boolean> =>
  changeViewer(id, baseId, (connection, viewer) => {
    const { token, userId, baseIds, expiresAt } = connection;
    const made = { ...viewerKey(baseId, id), entity: "viewer", connection: id, baseId, token, userId };
    return viewer
      ? [change(viewer, { tableIds })]
      : [
          insert({ ...made, ...(tableIds && { tableIds }), expiresAt }),
          change(connection, { baseIds: [...baseIds.filter((each) => each !== baseId), baseId] }),
        ];
  });

/** What is done before viewers are removed, as they are then: it happens also if the process is killed in between. */
type Prepare = (viewers: ViewerItem[]) => Promise<void>;

/** Ends the watching of a base by a connection. */
export async function removeViewer(id: string, baseId: BaseId, prepare: Prepare): Promise<void> {
  await changeViewer(id, baseId, async (connection, viewer) => {
    if (!viewer) return undefined;
    await prepare([viewer]);
    const baseIds = connection.baseIds.filter((each) => each !== baseId);
    return [remove(viewer), change(connection, { baseIds })];
  });
}

/** Says where a person is; gives where they were before, or `undefined` if the connection does not watch the base. */
export async function moveViewer(
  id: string,
  baseId: BaseId,
  here: Presence,
): Promise<{ before: Presence | undefined } | undefined> {
  let before: Presence | undefined;
  const isDone = await changeViewer(id, baseId, (_, viewer) => {
    before = viewer?.here;
    return viewer && [change(viewer, { here })];
  });
  return isDone ? { before } : undefined;
}

/** Commits what `plan` gives for the items as they are; false if it gives nothing, or the connection has ended. */
async function changeViewer(
  id: string,
  baseId: BaseId,
  plan: (
    connection: ConnectionItem,
    viewer: ViewerItem | undefined,
  ) => Change[] | undefined | Promise<Change[] | undefined>,
): Promise<boolean> {
  return retryOnConflict(async () => {
    const [connection, viewer] = await getEach<[ConnectionItem, ViewerItem]>([
      connectionKey(id),
      viewerKey(baseId, id),
    ]);
    const changes = connection && (await plan(connection, viewer));
    if (!changes) return false;
    await commit(changes);
    return true;
  });
}

/** The viewers of a base at `now`. */
export const listViewers = async (baseId: BaseId, now: string): Promise<ViewerItem[]> =>
  (await readAll<ViewerItem>({ pk: viewersOf(baseId) })).filter((viewer) => isUnexpired(viewer, now));

/** Enough to find one that is unexpired, nearly always. */
const fewViewers = 20;

/** Whether another connection views the base at `now`. */
export async function hasOtherViewer(baseId: BaseId, id: string, now: string): Promise<boolean> {
  const isOther = (viewer: ViewerItem) => viewer.connection !== id && isUnexpired(viewer, now);
  const { items, more } = await readPage<ViewerItem>({ pk: viewersOf(baseId), limit: fewViewers });
  return items.some(isOther) || (more && (await listViewers(baseId, now)).some(isOther));
}

/** Ends a connection. Twice does no harm. */
export async function endConnection(id: string, prepare: Prepare): Promise<void> {
  await retryOnConflict(async () => {
    const connection = await getItem<ConnectionItem>(connectionKey(id));
    if (!connection) return;
    const { userId, seat = "", baseIds } = connection;
    const [viewers, [held]] = await Promise.all([
      getItems<ViewerItem>(baseIds.map((baseId) => viewerKey(baseId, id))),
      getEach<[SeatItem]>([seatKey(userId, seat)]),
    ]);
    const own = held?.connection === id ? [held] : [];
    await prepare(viewers);
    await commit([connection, ...viewers, ...own].map(remove));
  });
}
