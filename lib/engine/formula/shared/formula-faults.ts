/* What is wrong with the text of a formula, and where. */

export interface Fault {
  message: string;
  /** The character, counted from 0. */
  at: number;
}

/** Thrown inside parser and checker; what callers of compileFormula get is a list of messages. */
export class FormulaFault extends Error implements Fault {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** The message with its place: "line 1, column 5: …". */
export function showFault(source: string, { message, at }: Fault): string {
  const before = source.slice(0, at).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${message}`;
}
