/* CSV (RFC 4180): a file is read in pieces, line by line, and written. */
import { CommandError } from "./failure.ts";

export interface CsvLine {
  /** Its number in the file, from 1; a line may go over several of the file. */
  line: number;
  cells: string[];
}

const delimiters = [",", ";", "\t", "|"];

/** A line of a file. */
export const csvLine = (cells: readonly string[]): string => {
  const texts = cells.map((text) =>
    /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
  );
  // readers skip empty lines
  return `${texts.length === 1 && texts[0] === "" ? '""' : texts.join(",")}\r\n`;
};

/** The lines of a text that comes in pieces. Empty ones are left out. */
export async function* csvLines(pieces: AsyncIterable<string>, name: string): AsyncGenerator<CsvLine> {
  const reader = new CsvReader(name);
  for await (const piece of pieces) yield* reader.read(piece);
  yield* reader.end();
}

class CsvReader {
  readonly #name: string;
  #delimiter: string | undefined;
  #waiting = "";
  #cells: string[] = [];
  #cell = "";
  #state: "begins" | "plain" | "quoted" | "closed" = "begins";
  /** A CR was the last character: a LF after it belongs to it. */
  #afterReturn = false;
  #line = 1;
  #begun = 1;

  constructor(name: string) {
    this.#name = name;
  }

  *read(piece: string): Generator<CsvLine> {
    if (this.#delimiter === undefined) {
      // the first line says what is between its columns
      this.#waiting += piece;
      if (!/[\r\n]/.test(this.#waiting)) return;
      yield* this.#begin();
    } else yield* this.#take(piece, this.#delimiter);
  }

  *end(): Generator<CsvLine> {
    if (this.#delimiter === undefined) yield* this.#begin();
    if (this.#state === "quoted")
      throw new CommandError("failed", `${this.#name} line ${this.#begun}: a quote is not closed`);
    yield* this.#endLine();
  }

  *#begin(): Generator<CsvLine> {
    const [first = ""] = this.#waiting.split(/[\r\n]/, 1);
    const counts = delimiters.map((each) => first.split(each).length);
    const delimiter = delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
    this.#delimiter = delimiter;
    yield* this.#take(this.#waiting, delimiter);
    this.#waiting = "";
  }

  *#take(piece: string, delimiter: string): Generator<CsvLine> {
    for (const character of piece) {
      const isBreak = character === "\n" || character === "\r";
      if (character === "\n" && this.#afterReturn) {
        this.#afterReturn = false;
        if (this.#state === "quoted") this.#cell += character;
        continue;
      }
      this.#afterReturn = character === "\r";
      if (isBreak) this.#line++;
      if (this.#state === "quoted") {
        if (character === '"') this.#state = "closed";
        else this.#cell += character;
      } else if (this.#state === "closed" && character === '"') {
        this.#cell += '"';
        this.#state = "quoted";
      } else if (character === '"' && this.#state === "begins") this.#state = "quoted";
      else if (character === delimiter) this.#endCell();
      else if (isBreak) yield* this.#endLine();
      else {
        this.#cell += character;
        this.#state = "plain";
      }
    }
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = "";
    this.#state = "begins";
  }

  *#endLine(): Generator<CsvLine> {
    const isEmpty = this.#cells.length === 0 && this.#cell === "" && this.#state === "begins";
    if (!isEmpty) {
      this.#endCell();
      yield { line: this.#begun, cells: this.#cells };
      this.#cells = [];
    }
    this.#begun = this.#line;
  }
}
