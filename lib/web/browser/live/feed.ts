/* What happens to an open table elsewhere, as the server tells it: by a socket, or asked now and then. */
import { signal } from "@preact/signals";
import type { WatchedChange, Watching, WatchState } from "#lib/client/index";
import { watchFromApp } from "../call.ts";

/** `all`: what was missed is not known, so anything may have changed. */
export type Heard = readonly WatchedChange[] | "all";

interface FeedOptions {
  baseId: string;
  tableId: string;
  /** The place in the log from which it hears; without one it begins with `all`. */
  since: string | undefined;
}

export class TableFeed {
  readonly state = signal<WatchState | "ended">("connecting");
  readonly #listeners = new Set<(heard: Heard) => void>();
  readonly #watching: Watching;

  constructor({ baseId, tableId, since }: FeedOptions) {
    this.#watching = watchFromApp(baseId, {
      tables: [tableId],
      since,
      onChanges: (changes) => this.#tell(changes),
      onReset: () => this.#tell("all"),
      onState: (state) => {
        this.state.value = state;
      },
    });
    this.#watching.done.catch(() => {
      this.state.value = "ended";
      // why it ended is found when everything is read again
      this.#tell("all");
    });
  }

  /** Calls `listener` with what comes. Gives what ends that. */
  listen(listener: (heard: Heard) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#listeners.clear();
    this.#watching.close();
  }

  #tell(heard: Heard): void {
    for (const listener of [...this.#listeners]) listener(heard);
  }
}
