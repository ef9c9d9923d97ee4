/* The objects that every operation gets besides its input. */

import type { ChangeLog } from "../storage/change-log.ts";
import type { Damage } from "../storage/damage.ts";
import type { Group } from "../storage/group.ts";
import type { TableList } from "../storage/table-list.ts";
import type { Tokens } from "../storage/tokens.ts";
import type { Turns } from "../storage/turns.ts";
import type { WatchedPartitions } from "../storage/watched.ts";
import type { Codec } from "../values/codec.ts";
import type { Item } from "../values/value.ts";

/** The parts of an open engine. */
export interface Store {
  tables: TableList;
  changes: ChangeLog;
  tokens: Tokens;
  group: Group;
  damage: Damage;
  watched: WatchedPartitions;
  /** For reads of a few items. */
  turns: Turns;
  /** For reads that may be as long as a page, so that small reads do not wait behind them. */
  longTurns: Turns;
  /** Whether changes of an item go into the feed, if its table has one. */
  isFed: (item: Item) => boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface Call {
  store: Store;
  codec: Codec;
  signal?: AbortSignal | undefined;
}

/** The members of a request by name; their types are checked where they are read. */
export type Input = { readonly [parameter: string]: unknown };

export type Output = { [member: string]: unknown };
