/* The faults in the text of a formula, and their positions. */

export interface Fault {
  message: string;
  /** The position of the character, counted from 0. */
  at: number;
}

/** Thrown inside parser and checker; callers of compileFormula get a list of messages. */
export class FormulaFault extends Error implements Fault {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** The message with its position: "line 1, column 5: …". */
export function showFault(source: string, { message, at }: Fault): string {
  const before = source.slice(0, at).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${message}`;
}
