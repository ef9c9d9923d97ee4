/* A cell as the command reaches it: a server of a data folder (folder-cell.ts), or a stack on AWS (stack-cell.ts). */
import type { Key } from "#lib/store/store";
import type { Files } from "./files.ts";

export interface Cell {
  /** As a person names it: a folder, or a stack and its region. */
  name: string;
  /** Tells it from all others, and stays: the folder, or the ARN of the table. */
  id: string;
  /** The address of the service, as people see it. */
  origin: string;
  /** False for a server whose address is where it happens to listen: no setting says it. */
  keepsOrigin: boolean;
  table: string;
  files: Files;
  /** Does an operation of DynamoDB; items are in the form of the wire. An error has the name that DynamoDB gives it. */
  call<Output extends object>(operation: string, input: object): Promise<Output>;
  /** Opens the log of the keys that are written from now on, for the move of a space; if it can, from a place that was kept. */
  openLog(spaceId: string, kept?: LogPlace): Promise<KeyLog>;
  /** Returns when little that its consumers do is behind, and the cell is not being deployed. Throws a StartError if that takes too long. */
  awaitQuiet(): Promise<void>;
  /**
   * Returns when all calls have ended that began before, if `calls` says so, and consumers have what was written so far. Throws a StartError if that
   * takes too long.
   */
  settle(calls: "calls" | "consumers"): Promise<void>;
  /** Milliseconds after the opening for which a write could still come that was not waited for. */
  lateFor: number;
  /** Keeps other processes from moving this space into the cell, or back. Throws a StartError if one does. The result ends that. */
  hold(spaceId: string): Promise<() => Promise<void>>;
  /** Makes lib/store of this process use the store of this cell. One cell for each run, before the first use of lib/store. */
  plugIn(): void;
}

/** How far a log was followed, as it is kept in the target. */
export interface LogPlace {
  log: string;
  after: unknown;
}

/** The keys of items that are written. */
export interface KeyLog {
  /** Of this log: another one has another id, and who followed the former one reads everything again. */
  log: string;
  /** The place up to which keys were given, to be kept. */
  after(): unknown;
  /** The next keys. `isMore`: more may be there already. Throws a StartError if the log was lost. */
  read(kept: unknown): Promise<{ keys: Key[]; isMore: boolean }>;
  /** Gives a function that says whether all was given that is written until now. */
  markEnd(): Promise<() => boolean>;
  /** Which of these keys were written and are still to be given, if the cell can say so fast. */
  findWritten?(keys: readonly Key[]): Promise<readonly Key[]>;
}
