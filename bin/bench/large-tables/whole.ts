/*
 * Answers that no index can give, over a table of 20,000 records of twelve cells, beside a program that only reads the same records from a
 * file of SQLite, as one text of JSON each with the ids of their fields, and parses none.
 */

import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { recordIdStart } from "#lib/schemas/basics/ids";
import { type Server, startServer } from "#test/support/requests/server";
import { plain, request } from "../../demo/client.ts";
import { type Measured, median, ms, time } from "../budget.ts";
import { twelveCellsOf, twelveFields } from "../records.ts";

const size = 20_000;
const perCall = 1000;
const rounds = 24;
const mostOf = { statistics: 0.8, pages: 1 };

interface Table {
  id: string;
  fields: { id: string; name: string }[];
}

export async function wholeTables(): Promise<Measured[]> {
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder);
  try {
    const table = await aTable(server);
    const bare = await aFile(path.join(folder, "bare.db"), table);
    const measured: Measured[] = [];
    for (const [title, most, asked] of askedOf(server, table))
      measured.push(await compare({ title, most, ask: asked, bare }));
    return measured;
  } finally {
    await server.stop("SIGTERM");
    remove();
  }
}

async function aTable({ dev }: Server): Promise<Table> {
  const made = await request<Table>(dev, "POST", `/base/${dev.baseId}/table`, {
    fields: twelveFields,
    records: [],
  });
  for (let from = 0; from < size; from += perCall) {
    const records = Array.from({ length: perCall }, (_, i) => ({ fields: twelveCellsOf(from + i) }));
    await request(dev, "POST", `/table/${made.id}/record`, { records });
  }
  return made;
}

/** The same records in a file of SQLite; gives a function that reads them all. */
async function aFile(file: string, { id, fields: made }: Table): Promise<() => number> {
  const database = new DatabaseSync(file);
  database.exec(
    "CREATE TABLE items (row INTEGER PRIMARY KEY, partition NOT NULL, sort NOT NULL, size INTEGER, body TEXT NOT NULL); CREATE UNIQUE INDEX items_keys ON items (partition, sort); BEGIN",
  );
  const insert = database.prepare("INSERT INTO items (partition, sort, size, body) VALUES (?, ?, ?, ?)");
  const idOf = new Map(made.map((field) => [field.name, field.id]));
  for (let i = 0; i < size; i++) {
    const pk = `RECORDS#${id}`;
    const sk = `${recordIdStart(i + 1)}0123456789`;
    const cells = Object.fromEntries(
      Object.entries(twelveCellsOf(i)).map(([name, cell]) => [idOf.get(name), cell]),
    );
    const times = { createdTime: "2026-11-28T18:00:00.000Z", createdBy: "usr0123456789abcdef" };
    const body = JSON.stringify({
      pk,
      sk,
      entity: "record",
      version: 1,
      id: sk,
      autoNumber: i + 1,
      ...times,
      cells,
    });
    insert.run(pk, sk, body.length, body);
  }
  database.exec("COMMIT");
  const select = database.prepare(
    "SELECT size, body FROM items WHERE partition = ? ORDER BY partition, sort",
  );
  select.setReturnArrays(true);
  return () => {
    let bytes = 0;
    for (const row of select.iterate(`RECORDS#${id}`))
      bytes += (row as unknown as [number, string])[1].length;
    return bytes;
  };
}

/** A list is a parameter that comes several times. */
const queryOf = (query: Record<string, string | string[]>) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  );

type Ask = (round: number) => Promise<unknown>;

function askedOf({ dev }: Server, { id, fields: made }: Table): [title: string, most: number, ask: Ask][] {
  const headers = { authorization: `Bearer ${dev.token}`, ...plain };
  const get = async (place: string, query: Record<string, string | string[]>): Promise<unknown> => {
    const answer = await fetch(`${dev.url}/table/${id}/${place}?${queryOf(query)}`, { headers });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const filterOf = (fieldId: string, operator: string, value: unknown) =>
    JSON.stringify({ conjunction: "and", filterSet: [{ fieldId, operator, value }] });
  const names = made.map(({ name }) => name);
  const list = async (query: Record<string, string | string[]>) => {
    const { records } = (await get("record", { take: "100", ...query })) as { records: object[] };
    if (records.length === 0) throw new Error("no record was found");
  };
  return [
    [
      "groups with sums",
      mostOf.statistics,
      () =>
        request(dev, "POST", `/base/${dev.baseId}/query`, {
          table: id,
          groupBy: [{ field: "City" }],
          select: [{ field: "Price", fn: "sum" }, { fn: "count" }],
        }),
    ],
    [
      "headers of groups",
      mostOf.statistics,
      (round) =>
        get("aggregation/group-points", {
          groupBy: JSON.stringify([{ fieldId: ["Kind", "State", "City", "Stars"][round % 4], order: "asc" }]),
        }),
    ],
    [
      "statistics",
      mostOf.statistics,
      () => get("aggregation", { field: JSON.stringify({ Price: ["sum"], Count: ["average"] }) }),
    ],
    [
      "a rare filter",
      mostOf.pages,
      (round) => list({ filter: filterOf("Name", "contains", `number ${100 + round * 7}`) }),
    ],
    [
      "the first page in a sort",
      mostOf.pages,
      // each sort is asked for once, so no index is made for it
      (round) =>
        list({
          filter: filterOf("Weight", "isGreater", 200 + round),
          orderBy: JSON.stringify(
            [
              { fieldId: names[round % names.length], order: "asc" },
              { fieldId: names[(round * 5 + 1) % names.length], order: "desc" },
            ].filter(({ fieldId }, i, all) => i === 0 || fieldId !== all[0]?.fieldId),
          ),
        }),
    ],
    ["a search", mostOf.pages, (round) => list({ "search[]": [`person.${3000 + round}@`, "", "true"] })],
  ];
}

interface Compared {
  title: string;
  most: number;
  ask: Ask;
  bare: () => number;
}

async function compare({ title, most, ask, bare }: Compared): Promise<Measured> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const read = await time(async () => bare());
    const took = await time(() => ask(round));
    if (round < 4) continue;
    theirs.push(read);
    ours.push(took);
  }
  const ratio = median(ours) / median(theirs);
  return {
    line: `${title}: ${ms(median(ours))}, ${ratio.toFixed(2)} × ${ms(median(theirs))} of reading them as texts (≤ ${most})`,
    holds: ratio <= most,
  };
}
