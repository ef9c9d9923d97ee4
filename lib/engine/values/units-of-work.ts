/*
 * The work that the formulas and lookups of one call may do. It is counted in units, not in time, so that a call gives the same answer on
 * every machine.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";

/** Units after which other requests are answered first: some tens of milliseconds. */
const unitsPerTurn = 300_000;

export class Work {
  #left: number = limits.formulaWork;
  #sinceTurn = 0;
  /** The work for the present record, which has a limit of its own: all work since a turn was last possible. */
  #ofRecord = 0;
  /** The last turn that was taken: loops that read the table at the same time take turns one after another. */
  #lastTurn: Promise<unknown> = Promise.resolve();
  readonly #made = new Map<object, Map<object, unknown>>();

  /** Resets the measure for work that goes on from call to call: it may then do as much again as one call, or this part of it. */
  begin(part = 1): void {
    this.#left = limits.formulaWork * part;
    this.#sinceTurn = 0;
    this.#ofRecord = 0;
  }

  /** Throws 400 if the formulas of the call, or of one record, take too much work. */
  spend(units: number): void {
    this.#left -= units;
    this.#sinceTurn += units;
    this.#ofRecord += units;
    if (this.#left < 0) throw tooMuch("these records", "fewer records or fields");
    if (this.#ofRecord > limits.formulaWorkOfRecord) throw tooMuch("one of these records", "fewer fields");
  }

  /**
   * For loops over records: after much work a promise to await, so that other requests are answered first; otherwise undefined. A loop that
   * never calls this has the limit of one record, so the time between two turns is bounded wherever formulas are read.
   */
  turn(): Promise<unknown> | undefined {
    this.#ofRecord = 0;
    if (this.#sinceTurn < unitsPerTurn) return undefined;
    this.#sinceTurn = 0;
    this.#lastTurn = this.#lastTurn.then(async () => {
      await nextTurn();
      this.#ofRecord = 0;
    });
    return this.#lastTurn;
  }

  /** Gives what `make` makes for this owner and key, and makes it only once: so a formula runs once for a record, however many formulas use it. */
  once<Made>(owner: object, key: object, make: () => Made): Made {
    const ofOwner = this.#made.get(owner) ?? new Map<object, unknown>();
    this.#made.set(owner, ofOwner);
    if (!ofOwner.has(key)) ofOwner.set(key, make());
    return ofOwner.get(key) as Made;
  }
}

const tooMuch = (of: string, instead: string) =>
  new AppError(
    "validation_error",
    `the formulas and lookups of ${of} take too much work for one call; ask for ${instead}`,
  );
