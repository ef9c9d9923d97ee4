import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { connectServer, type ServerConnection } from "./shared/connect.ts";
import { baseOption, defineCommand, type RunningCommand } from "./shared/definition.ts";
import { download } from "./shared/download.ts";
import { CommandError, wrongUsage } from "./shared/failure.ts";
import { type ShownJob, waitForEnd, waitForJob } from "./shared/jobs.ts";
import { countOf } from "./shared/output.ts";
import { findBase, findSpace, findTableOf } from "./shared/places.ts";

const types: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".tsv": "text/csv",
  ".txt": "text/csv",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ".zip": "application/zip",
};

export const importCommand = defineCommand({
  name: "import",
  does: "Read a CSV or XLSX file into a table, or make a base of an exported zip file",
  rules: [
    "Cells are read as people write them. Lines that cannot be read are left out and listed, and the exit code is 6; it is 1 if no line was imported. The server does the work: if this command ends, the import goes on.",
  ],
  words: [
    { name: "file", does: "a .csv, .xlsx or .zip file" },
    {
      name: "table",
      optional: true,
      does: "an existing table, by its id or name; without it, a new one is made",
    },
  ],
  options: {
    ...baseOption,
    name: { value: "<name>", does: "of the new table or base; default: that of the file" },
    space: { value: "<space>", does: "of a zip file: the space of the new base, by its id or name" },
    sheet: { value: "<sheet>", does: "of a workbook: the sheet; default: the first" },
    encoding: { value: "<encoding>", does: "of CSV, in place of what the server finds: windows-1252, gbk …" },
    "on-bad-cell": {
      value: "<what>",
      does: "if a cell cannot be read: skip its line (default), leave the cell empty, or stop before anything is written",
      only: ["skip", "empty", "stop"],
    },
    refused: { value: "<file>", does: "writes the lines that were refused to this file, with the reasons" },
  },
  writes: true,
  examples: [
    ["gridless import fruit.csv --base Plans", "a new table Fruit, with types that fit its columns"],
    ["gridless import more.csv Fruit", "new records in the table Fruit; the first line names the fields"],
    [
      "gridless import more.csv Fruit --refused bad.csv",
      "the lines that cannot be read, with the reasons, to correct them",
    ],
    ["gridless import plans.zip --name 'Plans again'", "a base of an export"],
  ],
  async run({ words: [file = "", table], text }, running) {
    const ending = extname(file).toLowerCase();
    const type = types[ending];
    if (!type) throw wrongUsage(`${file}: this is not a .csv, .xlsx or .zip file`);
    const isBase = ending === ".zip";
    if (isBase && table !== undefined) throw wrongUsage("a zip file becomes a new base, not a table");
    const name = text("name") ?? basename(file, extname(file));
    const server = connectServer();
    if (isBase) {
      const space = await findSpace(server, text("space"));
      const token = await upload(server, file, type, running);
      const body = { token, ...(text("name") !== undefined && { name }) };
      const { baseId, jobId } = await begin<{ baseId: string; jobId: string }>(
        server,
        `/space/${space.id}/import`,
        body,
        running,
      );
      const job = await waitForJob(server, `/base/${baseId}/job/${jobId}`, "import", running);
      return say(running, { baseId, ...job.counts }, `Made the base ${baseId}: ${countsOf(job)}`);
    }
    const target = table === undefined ? undefined : await findTableOf(server, table, text("base"));
    const base = target ? undefined : await findBase(server, text("base"));
    const token = await upload(server, file, type, running);
    const onBadCell = text("on-bad-cell");
    const how = { token, sheet: text("sheet"), encoding: text("encoding"), onBadCell };
    const { tableId, jobId } = await begin<{ tableId: string; jobId: string }>(
      server,
      target ? `/table/${target.id}/import` : `/base/${base?.id}/import`,
      target ? how : { ...how, name },
      running,
    );
    const path = `/table/${tableId}/job/${jobId}`;
    const job = await waitForEnd(server, path, "import", running);
    const { records = 0, badLines = 0, emptied, issues = [] } = job.result ?? {};
    const refused = text("refused");
    const isWritten = refused !== undefined && issues.length > 0;
    if (isWritten) await saveRefused(server, `${path}/refused-lines`, refused, running);
    const data = { records, badLines, ...(emptied !== undefined && { emptied }), issues };
    const hints = [
      ...issues.slice(0, mostIssues).map(explain),
      ...(isWritten ? [`The lines are in ${refused}`] : []),
    ];
    if (job.state === "failed")
      throw new CommandError("failed", `import: ${job.error ?? "the job failed"}`, { hints, data: { job } });
    const left = emptied ? `; ${countOf(emptied, "cell")} left empty` : "";
    await say(
      running,
      { tableId, ...data },
      `Created ${countOf(records, "record")} in the table ${target?.shown ?? name} (${tableId})${left}`,
    );
    if (badLines === 0) return;
    const message = `${countOf(badLines, "line")} of ${file} could not be read`;
    throw new CommandError("partlyDone", message, { hints, data });
  },
});

const mostIssues = 10;

type ShownIssue = NonNullable<ShownJob["result"]>["issues"][number];
const explain = ({ cell, line, name, message }: ShownIssue) =>
  `${cell ?? `line ${line}`}${name ? `, ${name}` : ""}: ${message}`;

async function saveRefused(
  { client }: ServerConnection,
  from: string,
  file: string,
  running: RunningCommand,
): Promise<void> {
  const { url } = await client.request<{ url: string }>("GET", from, { signal: running.signal });
  await download(url, file, running);
}

const begin = <Answer>({ client }: ServerConnection, to: string, body: object, { signal }: RunningCommand) =>
  client.request<Answer>("POST", to, { body, signal });

async function upload(
  { client }: ServerConnection,
  file: string,
  type: string,
  { output, signal }: RunningCommand,
): Promise<string> {
  const bytes = await readFile(file);
  output.progress(`sends ${Math.ceil(bytes.length / 1000)} kB`);
  try {
    const { token } = await client.upload(bytes, { name: basename(file), type, signal });
    return token;
  } catch (error) {
    if (signal.aborted) throw new CommandError("interrupted", "interrupted; nothing was imported");
    throw error;
  } finally {
    output.progress("");
  }
}

const countsOf = ({ counts = {} }: ShownJob) =>
  Object.entries(counts)
    .map(([what, count]) => `${what} ${count}`)
    .join(", ");

const say = ({ output }: RunningCommand, value: object, text: string) =>
  output.isJson ? output.json(value) : output.line(text);
