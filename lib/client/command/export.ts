import path from "node:path";
import process from "node:process";
import { connectServer, type ServerConnection } from "./shared/connect.ts";
import { baseOption, defineCommand, type RunningCommand } from "./shared/definition.ts";
import { download } from "./shared/download.ts";
import { wrongUsage } from "./shared/failure.ts";
import { waitForJob } from "./shared/jobs.ts";
import { countOf } from "./shared/output.ts";
import { findBase, findTableOf, viewNamed } from "./shared/places.ts";

const formats = ["csv", "xlsx", "zip"] as const;

export const exportCommand = defineCommand({
  name: "export",
  does: "Write a table as CSV or XLSX, or a whole base as a zip file",
  rules: [
    "A table is CSV with all digits and ids, so that gridless import reads it back, without fields that compute; --text writes cells as a person reads them. A base is a zip file with all tables, records and comments.",
  ],
  words: [
    { name: "table", optional: true, does: "the table, by its id or name; without it, the whole base" },
  ],
  options: {
    ...baseOption,
    out: {
      value: "<file>",
      does: "the file; without it, the standard output. Its ending says the format: .csv, .xlsx, .zip",
    },
    format: { value: "<format>", does: "in place of the file's ending", only: formats },
    view: { value: "<view>", does: "of a table: look through a view, by its id or name" },
    filter: { value: "<text>", does: "of a table: a filter as text (TQL)" },
    field: { value: "<field>", does: "of a table: only this field", many: true },
    text: { does: "of a table: cells as a person reads them" },
    attachments: { does: "of a base: with the bytes of attachments" },
  },
  examples: [
    ["gridless export Tasks --out tasks.csv", "a table"],
    ["gridless export Tasks --view Mine --out mine.xlsx", "what a view shows, as a workbook"],
    [
      "gridless export --base Plans --attachments --out plans.zip",
      "a whole base, which gridless import makes again",
    ],
  ],
  async run({ words: [table], text, texts, has }, running) {
    const out = text("out");
    const typed = path
      .extname(out ?? "")
      .slice(1)
      .toLowerCase();
    const ending = formats.find((each) => each === typed);
    if (out !== undefined && !ending && !has("format"))
      throw wrongUsage(
        `${out}: the ending says no format`,
        "The endings are .csv, .xlsx and .zip; for others, say --format",
      );
    const format =
      formats.find((each) => each === text("format")) ?? ending ?? (table === undefined ? "zip" : "csv");
    if ((format === "zip") !== (table === undefined))
      throw wrongUsage(
        table === undefined ? "a whole base is a zip file" : "a table is csv or xlsx, not zip",
      );
    if (out === undefined && format !== "csv" && process.stdout.isTTY)
      throw wrongUsage(`a ${format} file is not for a terminal: --out <file>.${format}`);
    const server = connectServer();
    const address =
      table === undefined
        ? await exportBase(server, text("base"), has("attachments"), running)
        : await exportTable(server, {
            table,
            base: text("base"),
            view: text("view"),
            filter: text("filter"),
            fields: texts("field"),
            isText: has("text"),
            format,
          });
    const bytes = await download(address, out, running);
    if (out === undefined) return;
    if (running.output.isJson) await running.output.json({ file: out, bytes });
    else running.output.note(`${out}: ${countOf(bytes, "byte")}`);
  },
});

async function exportBase(
  server: ServerConnection,
  typed: string | undefined,
  attachments: boolean,
  running: RunningCommand,
): Promise<string> {
  const { signal } = running;
  const { id, name } = await findBase(server, typed);
  const { jobId } = await server.client.request<{ jobId: string }>("POST", `/base/${id}/export`, {
    body: { attachments },
    signal,
  });
  await waitForJob(server, `/base/${id}/job/${jobId}`, `export of ${name}`, running);
  const { url } = await server.client.request<{ url: string }>("GET", `/base/${id}/export/${jobId}`, {
    signal,
  });
  return url;
}

interface TableExported {
  table: string;
  base: string | undefined;
  view: string | undefined;
  filter: string | undefined;
  fields: readonly string[];
  isText: boolean;
  format: string;
}

async function exportTable(
  server: ServerConnection,
  { table: typed, base, view, filter, fields, isText, format }: TableExported,
): Promise<string> {
  const table = await findTableOf(server, typed, base);
  const query = new URLSearchParams();
  if (view !== undefined) query.set("viewId", (await viewNamed(server, table, view)).id);
  if (filter !== undefined) query.set("filterByTql", filter);
  for (const field of fields) query.append("projection[]", field);
  if (format === "xlsx") query.set("format", format);
  else if (!isText) query.set("cellFormat", "json");
  const { url } = await server.client.request<{ url: string }>("GET", `/table/${table.id}/export?${query}`);
  return url;
}
