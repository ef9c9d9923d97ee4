/* What happens to an open table elsewhere, as the server tells it: by a socket, or asked now and then. */
import { signal } from "@preact/signals";
import type { WatchedChange, Watching, WatchPlace, WatchPresence, WatchState } from "#lib/client/index";
import { readPeopleOf } from "../bars/people.ts";
import { watchFromApp } from "../call.ts";
import { appTexts } from "../texts.ts";
import { readOwnId } from "./own-id.ts";

/** `all`: what was missed is not known, so anything may have changed. */
export type Heard = readonly WatchedChange[] | "all";

interface FeedOptions {
  baseId: string;
  tableId: string;
  /** The place in the log from which it hears; without one it begins with `all`. */
  since: string | undefined;
}

/** Another person in the same view, and the cell at which they are. */
export interface Present {
  userId: string;
  name: string;
  recordId?: string | undefined;
  fieldId?: string | undefined;
}

/** Where a person is. */
type Place = Omit<WatchPlace, "tableId">;

/** Milliseconds between two places that are sent: a key that is held moves far oftener. */
const betweenPlaces = 1000;

export class TableFeed {
  readonly state = signal<WatchState | "ended">("connecting");
  /** Who else looks at the view. */
  readonly others = signal<readonly Present[]>([]);
  readonly #baseId: string;
  readonly #tableId: string;
  #place: Place | undefined;
  /** The place that was told last. */
  #told = "";
  #names: Promise<ReadonlyMap<string, string>> | undefined;
  #telling: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<(heard: Heard) => void>();
  readonly #ending = new AbortController();
  readonly #watching: Promise<Watching>;

  constructor({ baseId, tableId, since }: FeedOptions) {
    this.#baseId = baseId;
    this.#tableId = tableId;
    this.#watching = watchFromApp(baseId, tableId, {
      since,
      signal: this.#ending.signal,
      onChanges: (changes) => this.#tell(changes),
      onReset: () => this.#tell("all"),
      onPresence: (presence) => void this.#meet(presence),
      onState: (state) => {
        this.state.value = state;
      },
    });
    this.#watching
      .then(({ done }) => done)
      .catch(() => {
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

  /** The person looks at a view: this is sent if it is another one than before. */
  enter(viewId: string): void {
    if (this.#place?.viewId !== viewId) this.here({ viewId });
  }

  /** The person is at a record of the view. Gives what leads back to the former place. */
  atRecord(recordId: string, fieldId?: string): () => void {
    const former = this.#place;
    if (!former) return () => {};
    this.here({ viewId: former.viewId, recordId, ...(fieldId && { fieldId }) });
    return () => {
      // the view may be another one by now
      if (this.#place?.viewId === former.viewId) this.here(former);
    };
  }

  /** Says to the others where the person is, soon. Nothing is sent while that is the same place. */
  here(place: Place): void {
    if (place.viewId !== this.#place?.viewId) this.others.value = [];
    this.#place = place;
    this.#telling ??= setTimeout(() => this.#tellPlace(), betweenPlaces);
  }

  #tellPlace(): void {
    this.#telling = undefined;
    const place = this.#place;
    if (!place || JSON.stringify(place) === this.#told) return;
    this.#told = JSON.stringify(place);
    // if it could not be begun, the sign says so
    this.#watching.then(
      (watching) => watching.here({ tableId: this.#tableId, ...place }),
      () => undefined,
    );
  }

  async #meet({ viewId, people }: WatchPresence): Promise<void> {
    // who told a place is in the list: the only one there is this person, and nothing is asked to know that
    const isAlone = people.length <= 1 && this.#told !== "";
    const own = isAlone ? people[0]?.userId : await readOwnId();
    const others = people.filter(({ userId }) => userId !== own);
    const names = await this.#nameAll(others.map(({ userId }) => userId));
    if (viewId !== this.#place?.viewId) return;
    const next = others.map(({ userId, recordId, fieldId }) => ({
      ...{ userId, recordId, fieldId },
      name: names.get(userId) ?? appTexts.somePerson,
    }));
    if (JSON.stringify(next) !== JSON.stringify(this.others.value)) this.others.value = next;
  }

  /** The names of the people of the base, by their ids. They are read when a person is met who is not among them. */
  async #nameAll(userIds: string[]): Promise<ReadonlyMap<string, string>> {
    const known = this.#names && (await this.#names);
    if (known && userIds.every((id) => known.has(id))) return known;
    if (userIds.length === 0) return new Map();
    this.#names = readPeopleOf(this.#baseId).then(
      (people) => new Map(people.map(({ id, name }) => [id, name])),
      () => known ?? new Map(),
    );
    return this.#names;
  }

  close(): void {
    clearTimeout(this.#telling);
    this.#listeners.clear();
    this.#ending.abort();
  }

  #tell(heard: Heard): void {
    for (const listener of [...this.#listeners]) listener(heard);
  }
}
