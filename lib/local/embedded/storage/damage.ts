/*
 * Damage of the file: SQLite found pages that cannot be what it wrote, or an item is no longer what was put. What can still be read is
 * read; nothing more is written, because writing into a damaged file damages more of it.
 */
import { storeDamaged, UnreadableItem } from "../errors.ts";

/** SQLITE_CORRUPT and SQLITE_NOTADB; the lower byte of every code of these kinds. */
const codesOfDamage: ReadonlySet<number> = new Set([11, 26]);

export type Damage = ReturnType<typeof watchDamage>;

/** `onDamage` is called once, with the first damage that is found. */
export function watchDamage(onDamage: (error: Error) => void) {
  let found: Error | undefined;

  function note(error: Error): void {
    if (found) return;
    found = error;
    onDamage(error);
  }

  /**
   * The error to throw instead of this one: the error for a damaged store if this one says that the file is damaged, otherwise the same.
   */
  function explain(error: unknown): unknown {
    const cause = findDamage(error);
    if (!cause) return error;
    note(cause);
    return storeDamaged(cause);
  }

  /** Does the work, and explains what it throws. */
  function guard<Answer>(work: () => Answer): Answer {
    try {
      return work();
    } catch (error) {
      throw explain(error);
    }
  }

  /** Throws if damage was found: nothing is written from then on. */
  function refuseWriting(): void {
    if (found) throw storeDamaged(found);
  }

  return { explain, guard, refuseWriting, isFound: () => found !== undefined };
}

/** The error that says that the file is damaged: this one, or one of its causes. */
export function findDamage(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode } = error as { errcode?: unknown };
  if (error instanceof UnreadableItem || (typeof errcode === "number" && codesOfDamage.has(errcode % 256)))
    return error;
  return findDamage(error.cause);
}
