/* The interface of a store on one machine, for every engine. */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import type { Engine } from "#lib/local/embedded/open-engine";
import type { StoreEnvironment } from "./environment.ts";

export interface LocalStore {
  tableName: string;
  /** For `process.env`. */
  environment: StoreEnvironment;
  follow: Follow;
  /** Makes the store keep only changes of these items for consumers. Absent where the store keeps all changes. */
  feedOnly?: (isWanted: (item: FedItem) => boolean) => void;
  /** The engine, if it is in this process. */
  engine?: Engine;
  /** Makes a client of the SDK on this store, beside the one of lib/store. The caller destroys it. */
  connect(): Promise<DynamoDBDocumentClient>;
  /** Set if no other process can use the store while it is open. */
  isOurs?: true;
  stop(): Promise<void>;
}

/** The parts of an item that the feed may use. */
export interface FedItem {
  readonly pk?: unknown;
  readonly entity?: unknown;
}

/** Hands all changes that are not settled yet to `dispatch`, then each new one, until it is stopped. */
export type Follow = (options: FollowOptions) => Following;

export interface FollowOptions {
  /** The data folder. */
  folder: string;
  dispatch: Dispatch;
  log: (line: string) => void;
}

/** Returns when more changes may come; the promises settle when each change is consumed. */
export type Dispatch = (records: DynamoDBRecord[]) => Promise<Promise<void>[]>;

export interface Following {
  /** The number of changes that are not dispatched yet. */
  backlog(): Backlog;
  /** Ends reading, after the present dispatch has ended. */
  stop(): Promise<void>;
}

export interface Backlog {
  changes: number;
  /** Milliseconds since the oldest of these changes was made; 0 if there is none. */
  age: number;
}

export interface StartOptions {
  /** The data folder. */
  folder: string;
  tableName: string;
  environment: StoreEnvironment;
  log: (line: string) => void;
  /** Called once if the store is found to be damaged: nothing can be written from then on. */
  onDamage: (line: string) => void;
  /** Whether partition keys take no more than on AWS (limit-partitions.ts). */
  partitionLimits?: boolean | undefined;
  /** Milliseconds after which the store is copied again; absent: never. */
  copyEvery?: number | undefined;
}
