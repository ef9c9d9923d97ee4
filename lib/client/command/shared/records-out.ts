/* Prints records as they come: one JSON document, one JSON value a line, CSV, or aligned columns. */
import type { ClientRecord } from "../../rows.ts";
import { textOfCell } from "./cell-texts.ts";
import { csvLine } from "./csv.ts";
import type { TypedArguments } from "./definition.ts";
import { wrongUsage } from "./failure.ts";
import { TextGrid } from "./grid.ts";
import type { CommandOutput } from "./output.ts";
import type { ShownFieldHead } from "./places.ts";
import { idColumnOf } from "./rows-in.ts";

export type RecordFormat = "json" | "ndjson" | "csv" | "table";
export type AnyRecord = ClientRecord<{ [field: string]: unknown }>;

export const formatOptions = {
  ndjson: { does: "print one record a line, as JSON" },
  csv: { does: "print CSV, with the ids of the records in the column id" },
} as const;

/** The format that the options name; undefined if none. */
export function formatIn(typed: TypedArguments<"ndjson" | "csv">, isJson: boolean): RecordFormat | undefined {
  const chosen = (["ndjson", "csv"] as const).filter((name) => typed.has(name));
  if (chosen.length + Number(isJson) > 1) throw wrongUsage("--json, --ndjson and --csv exclude each other");
  return isJson ? "json" : chosen[0];
}

interface RecordsShown {
  output: CommandOutput;
  format: RecordFormat;
  /** The columns, with their fields. */
  fields: readonly ShownFieldHead[];
  /** What the keys of the cells are. */
  keys: "name" | "id" | "dbFieldName";
}

export class RecordPrinter {
  readonly #shown: RecordsShown;
  readonly #grid: TextGrid;
  #hasBegun = false;

  constructor(shown: RecordsShown) {
    this.#shown = shown;
    const heads = ["id", ...shown.fields.map((field) => field[shown.keys])];
    this.#grid = new TextGrid(heads, shown.output.isTerminal ? shown.output.width : 10_000);
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  async print(records: readonly AnyRecord[]): Promise<void> {
    const { output, format } = this.#shown;
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    if (format === "json") {
      const texts = records.map((record) => JSON.stringify(record));
      if (texts.length > 0 || isFirst)
        await output.write(
          `${isFirst ? '{"records":[\n' : texts.length > 0 && this.#count > 0 ? ",\n" : ""}${texts.join(",\n")}`,
        );
    } else if (format === "ndjson") {
      if (records.length > 0)
        await output.write(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    } else if (format === "csv")
      await output.write(
        (isFirst ? this.#csvHead() : "") + records.map((each) => this.#csvRow(each)).join(""),
      );
    else if (records.length > 0) {
      const lines = this.#grid.lines(
        records.map((each) => this.#textRow(each)),
        (head) => output.styled("bold", head),
      );
      await output.write(`${lines.join("\n")}\n`);
    }
    this.#count += records.length;
  }
  #count = 0;

  /** `more`: what the document of `--json` has beside the records. */
  async end(more: object = {}): Promise<void> {
    if (!this.#hasBegun) await this.print([]);
    if (this.#shown.format !== "json") return;
    const members = JSON.stringify(more).slice(1, -1);
    await this.#shown.output.write(`\n]${members && ","}${members}}\n`);
  }

  #csvHead(): string {
    const names = this.#shown.fields.map((field) => field[this.#shown.keys]);
    return csvLine([idColumnOf(names), ...names]);
  }

  #csvRow({ id, fields }: AnyRecord): string {
    const { keys } = this.#shown;
    return csvLine([id, ...this.#shown.fields.map((field) => textOfCell(fields[field[keys]], field))]);
  }

  #textRow({ id, fields }: AnyRecord): string[] {
    const { keys } = this.#shown;
    return [id, ...this.#shown.fields.map((field) => textOfCell(fields[field[keys]], field))];
  }
}
