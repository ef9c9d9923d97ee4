/* What create, update, upsert and delete have in common: their rows, and what they print. */
import type { ListOptions } from "../../pieces.ts";
import type { UntypedCells } from "../../rows.ts";
import type { TableClient } from "../../table.ts";
import { connectServer } from "./connect.ts";
import { baseOption, type RunningCommand, type TypedArguments } from "./definition.ts";
import { wrongUsage } from "./failure.ts";
import { countOf } from "./output.ts";
import { findTableOf, listFields } from "./places.ts";
import { type AnyRecord, formatIn, formatOptions, RecordPrinter } from "./records-out.ts";
import { openSource, type SourceRow } from "./rows-in.ts";
import { writeOptions, writeRows } from "./write-rows.ts";

export const changeOptions = {
  ...baseOption,
  set: {
    value: "<field=value>",
    does: "a cell of one row, in place of a file; an empty value empties the cell",
    many: true,
  },
  from: {
    value: "<format>",
    does: "what the rows are; default: by the name of the file or its first character",
    only: ["csv", "ndjson"],
  },
  typecast: { does: "read JSON texts as people write them, and make new choices; CSV and --set are read so" },
  ...writeOptions,
  ...formatOptions,
} as const;

type ChangeOption = keyof typeof changeOptions;

export const fileWord = {
  name: "file",
  optional: true,
  does: "rows as CSV, as JSON values line by line, or as a JSON array; without it, or with -, the standard input",
} as const;

/** What a request did. */
export interface RowsDone {
  records: readonly AnyRecord[];
  created?: readonly string[];
  updated?: readonly string[];
}

interface Change {
  typed: TypedArguments<ChangeOption>;
  running: RunningCommand;
  /** The row of --set; undefined if there is none. */
  setRow: SourceRow | undefined;
  file: string | undefined;
  /** `Created`, for the line at the end. */
  did: string;
  send: (
    table: TableClient<UntypedCells, UntypedCells>,
    rows: readonly SourceRow[],
    options: ListOptions & { typecast: boolean },
  ) => Promise<RowsDone>;
}

export async function changeRecords({ typed, running, setRow, file, did, send }: Change): Promise<void> {
  const { output, signal } = running;
  if (setRow && file !== undefined) throw wrongUsage("--set and a file exclude each other");
  const format = formatIn(typed, output.isJson);
  const server = connectServer();
  const { id } = await findTableOf(server, typed.words[0] ?? "", typed.text("base"));
  const table = server.client.base("").table<UntypedCells, UntypedCells>(id);
  const fieldNames = async () => (await listFields(server, id)).map(({ name }) => name);
  const source = setRow
    ? { rows: once(setRow), isCsv: true }
    : await openSource({ file, format: typed.text("from"), fieldNames, signal });
  const typecast = source.isCsv || typed.has("typecast");
  const fields = format === "csv" ? await listFields(server, id) : [];
  const printer = new RecordPrinter({ output, format: format ?? "ndjson", fields, keys: "name" });
  const counts = { created: 0, updated: 0 };
  const isUpsert = did === "Upserted";
  const end = () => printer.end(isUpsert ? counts : {});
  const done = await writeRows({
    ...{ rows: source.rows, typed, running },
    send: async (rows, key) => {
      const { records, created, updated } = await send(table, rows, { key, signal, typecast });
      counts.created += created?.length ?? 0;
      counts.updated += updated?.length ?? 0;
      if (format) await printer.print(records);
    },
  }).catch(async (error: unknown) => {
    // what is done is a whole document
    if (printer.hasBegun) await end();
    throw error;
  });
  if (format) return end();
  const parts = isUpsert ? ` (${counts.created} created, ${counts.updated} found)` : "";
  await output.line(`${did} ${countOf(done, "record")}${parts}`);
}

async function* once(row: SourceRow): AsyncGenerator<SourceRow> {
  yield row;
}

/** The row of `--set Task=Write --set Due=2026-12-01`; undefined without. */
export function readSet(values: readonly string[]): SourceRow | undefined {
  if (values.length === 0) return undefined;
  const row: SourceRow = { place: "--set", fields: {} };
  for (const value of values) {
    const at = value.indexOf("=");
    if (at < 1)
      throw wrongUsage(
        `--set needs a field and a value: --set ${JSON.stringify("Task=Write")}, not ${value}`,
      );
    row.fields[value.slice(0, at)] = at + 1 === value.length ? null : value.slice(at + 1);
  }
  return row;
}
