/*
 * What a command prints: its result on stdout, everything else on stderr. Colours and progress are for terminals only.
 *
 *   the reader of stdout is slow       the command waits
 *   the reader closes it (`| head`)    a command that only reads ends; one that writes goes on in silence
 */
import { once } from "node:events";
import process from "node:process";
import { ClosedOutput } from "./failure.ts";

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

/** Whether a stream is a terminal that shows colours (https://no-color.org). */
const hasColours = (stream: NodeJS.WriteStream) =>
  stream.isTTY === true && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";

/** Text without what a terminal would take as a command; line breaks and tabs become blanks. */
export const printable = (text: string): string =>
  text.replace(/[\t\n\r]+/g, " ").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");

export class CommandOutput {
  /** `--json`: results are one JSON document, failures JSON on stderr. */
  readonly isJson: boolean;
  /** Whether the command writes to the server, and so goes on when its output is closed. */
  readonly #goesOn: boolean;
  #isClosed = false;
  #progress = "";

  constructor(isJson: boolean, goesOn: boolean) {
    this.isJson = isJson;
    this.#goesOn = goesOn;
    process.stdout.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      this.#isClosed = true;
    });
    process.stderr.on("error", () => undefined);
  }

  get isTerminal(): boolean {
    return process.stdout.isTTY === true;
  }

  /** Columns of the terminal. */
  get width(): number {
    return process.stdout.columns || 100;
  }

  /** Writes a part of the result. */
  async write(text: string | Uint8Array): Promise<void> {
    if (this.isTerminal) this.#erase();
    if (!this.#isClosed && !process.stdout.write(text)) await this.#drained();
    if (this.isTerminal) this.#show();
    // an error comes after the call that caused it
    if (!this.#isClosed) await new Promise((resolve) => setImmediate(resolve));
    if (this.#isClosed && !this.#goesOn) throw new ClosedOutput();
  }

  async #drained(): Promise<void> {
    const ending = new AbortController();
    const { signal } = ending;
    const closed = once(process.stdout, "close", { signal }).catch(() => undefined);
    const drained = once(process.stdout, "drain", { signal }).catch(() => {
      this.#isClosed = true;
    });
    await Promise.race([drained, closed]);
    ending.abort();
  }

  line(text: string): Promise<void> {
    return this.write(`${text}\n`);
  }

  /** A value as one JSON document. */
  json(value: unknown): Promise<void> {
    return this.line(JSON.stringify(value, null, this.isTerminal ? 2 : undefined));
  }

  /** A line for a person, on stderr. */
  note(text: string): void {
    this.#erase();
    process.stderr.write(`${text}\n`);
    this.#show();
  }

  /** Replaces the line that says how far it is; an empty text removes it. */
  progress(text: string): void {
    if (process.stderr.isTTY !== true || process.env["TERM"] === "dumb") return;
    this.#erase();
    this.#progress = text;
    this.#show();
  }

  /** Text in a style, for stdout. */
  styled(style: keyof typeof codes, text: string): string {
    return hasColours(process.stdout) ? inStyle(style, text) : text;
  }

  /** Text in a style, for stderr. */
  notedIn(style: keyof typeof codes, text: string): string {
    return hasColours(process.stderr) ? inStyle(style, text) : text;
  }

  #erase(): void {
    if (this.#progress) process.stderr.write("\r\u001b[K");
  }

  #show(): void {
    if (this.#progress) process.stderr.write(this.#progress.slice(0, (process.stderr.columns || 80) - 1));
  }
}

function inStyle(style: keyof typeof codes, text: string): string {
  const [on, off] = codes[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** `12,345` */
export const counted = (count: number): string => count.toLocaleString("en-US");

/** `1 record`, `2 records` */
export const countOf = (count: number, one: string): string =>
  `${counted(count)} ${one}${count === 1 ? "" : "s"}`;
