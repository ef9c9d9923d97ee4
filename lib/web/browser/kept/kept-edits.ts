/*
 * Edits and comments that are not saved, kept in this browser so that they outlive the page: one item of localStorage for each record of a
 * page, and for each comment, under the account of who made them. A page holds a lock with its name; what a page left behind that is gone is
 * taken over by another one, and only by one.
 */
import { signal } from "@preact/signals";
import { windowId } from "../call.ts";
import { readOwnId } from "../live/own-id.ts";
import { isKept, type Kept } from "./kept.ts";

const prefix = "gridless-kept";
const lockOf = (page: string) => `${prefix} ${page}`;
const keyOf = (place: { userId: string; tableId: string; name: string }, page = windowId) =>
  [prefix, place.userId, place.tableId, place.name, page].join(" ");

/** Whether this browser keeps what is given to it. Without room it does not. */
export const isKeeping = signal(true);

/** Edits that are not sent before the person says so. */
export interface OldEdits {
  count: number;
  /** When the oldest was made, in milliseconds. */
  since: number;
  answer: (isSent: boolean) => void;
  /** Without an answer they stay as they are. */
  close: () => void;
}

export const oldEdits = signal<OldEdits | undefined>(undefined);

/** What was set before it is known who the person is. */
const early = new Map<string, [tableId: string, name: string, kept: Kept]>();
let ownId: string | undefined;

/** The first rows do not wait for it, in milliseconds. */
const later = 2000;
let hasBegun = false;
let hasEnded = false;

/** Makes ready to keep edits of the person who is signed in. */
export function beginKeeping(): void {
  if (hasBegun) return;
  hasBegun = true;
  void holdLock(lockOf(windowId));
  // a page that the browser puts aside may never come back
  addEventListener("pageshow", ({ persisted }) => persisted && void holdLock(lockOf(windowId)));
  // it must be known before the server is out of reach
  setTimeout(() => void findOwner(), later);
}

/** Holds a lock until this page is left. Resolves as soon as it is held, or cannot be. */
function holdLock(name: string): Promise<void> {
  return new Promise((resolve) => {
    const hold = () => {
      resolve();
      return new Promise<void>((end) => addEventListener("pagehide", () => end(), { once: true }));
    };
    if (navigator.locks) navigator.locks.request(name, hold).catch(() => resolve());
    else resolve();
  });
}

async function findOwner(): Promise<void> {
  ownId ??= await readOwnId();
  if (ownId === undefined) return;
  for (const each of early.values()) keepEdits(...each);
  early.clear();
}

/**
 * Keeps what is not saved under a name, in place of what was kept under it; undefined for nothing. The name is the id of a record, or one
 * without spaces that no other item has.
 */
export function keepEdits(tableId: string, name: string, kept: Kept | undefined): void {
  if (hasEnded) return;
  if (ownId === undefined) {
    if (kept) early.set(name, [tableId, name, kept]);
    else early.delete(name);
    void findOwner();
    return;
  }
  const key = keyOf({ userId: ownId, tableId, name });
  try {
    if (kept) localStorage.setItem(key, JSON.stringify(kept));
    else localStorage.removeItem(key);
    isKeeping.value = true;
  } catch {
    // no room, or a browser that keeps nothing
    isKeeping.value = false;
  }
}

/** Whether a page that is closed without a question would lose something. */
export const wouldLose = (): boolean => early.size > 0 || !isKeeping.value;

/** The keys of what other pages kept, of any person. */
function otherKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${prefix} `) && !key.endsWith(windowId));
  } catch {
    return [];
  }
}

/** Whether another page, here now or before, kept something. */
export const isSomethingKept = (): boolean => otherKeys().length > 0;

/** The keys of what this browser keeps of a person, also of pages that are open. */
const keysOf = (userId: string): string[] =>
  Object.keys(localStorage).filter((key) => key.startsWith(`${prefix} ${userId} `));

/** What this browser keeps of a person, an item for each record and comment; undefined for what cannot be read. */
export const listKept = (userId: string): (Kept | undefined)[] => keysOf(userId).map(readKept);

/** Removes all that this browser keeps of a person. This page keeps nothing any longer: it is about to be left. */
export function forgetKept(userId: string): void {
  hasEnded = true;
  early.clear();
  for (const key of keysOf(userId)) localStorage.removeItem(key);
}

/** What a page that is gone left behind. */
export interface LeftBehind {
  tableId: string;
  /** The id of the record, or the name of something else. */
  name: string;
  /** Undefined if it cannot be read. */
  kept: Kept | undefined;
}

/**
 * Takes over what pages of this person left behind, the oldest first. `accept` says whether each is taken; otherwise it stays where it is. What
 * cannot be read is given once, and is gone.
 */
export async function takeLeftBehind(userId: string, accept: (left: LeftBehind) => boolean): Promise<void> {
  beginKeeping();
  await findOwner();
  const take = async () => {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    const locks = new Set(held.map(({ name }) => name));
    const found = otherKeys().flatMap((key) => {
      const [, owner, tableId = "", name = "", page = ""] = key.split(" ");
      // one that was taken may still be there: a page sees what another one removes a little later
      if (owner !== userId || locks.has(lockOf(page)) || locks.has(key)) return [];
      return [{ key, left: { tableId, name, kept: readKept(key) } }];
    });
    found.sort((one, other) => (one.left.kept?.since ?? 0) - (other.left.kept?.since ?? 0));
    for (const { key, left } of found) {
      if (!accept(left)) continue;
      await holdLock(key);
      // kept under the name of this page before it goes from that of the other one
      if (left.kept) keepEdits(left.tableId, left.name, left.kept);
      if (isKeeping.value) localStorage.removeItem(key);
    }
  };
  if (navigator.locks) await navigator.locks.request(`${prefix} all`, take);
  else await take();
}

function readKept(key: string): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "");
    return isKept(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}
