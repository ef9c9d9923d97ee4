import { describe, expect, test } from "vitest";
import { aFile } from "#test/support/makers/files";
import { refusal } from "#test/support/requests/refusal";
import { aPlace, ended, intoNew } from "./support.ts";

const movies = `Title,Year,Gross,Released,Seen,Genre,Link
"Alien, the first",1979,"$104,931,801.50",1979-05-25,true,Horror,https://example.org/alien
"The ""Thing""",1982,"$19,629,760.00",1982-06-25,false,Horror,https://example.org/thing

Stalker,1979,,1979-05-25,TRUE,Drama,
Ran,1985,$4069653.00,1985-06-01,FALSE,Drama,https://example.org/ran
Dune,1984,"$30,925,690.00",1984-12-14,true,Drama,https://example.org/dune
Brazil,1985,"$9,949,953.00",1985-02-20,false,Drama,https://example.org/brazil
`;

describe("201: into a new table", () => {
  test("has fields of the guessed types, and a record for each line", async () => {
    const place = await aPlace();
    const made = await ended(place, await intoNew(place, { name: "Movies", text: movies }));
    expect(made.table).toMatchObject({ name: "Movies" });
    expect(made).toMatchObject({
      state: "done",
      result: { records: 6, badLines: 0, issues: [] },
      progress: { done: Buffer.byteLength(movies), total: Buffer.byteLength(movies) },
    });
    expect(made.records.slice(0, 3)).toEqual([
      {
        Title: "Alien, the first",
        Year: 1979,
        Gross: 104931801.5,
        Released: "1979-05-25T00:00:00.000Z",
        Seen: true,
        Genre: "Horror",
        Link: "https://example.org/alien",
      },
      {
        Title: 'The "Thing"',
        Year: 1982,
        Gross: 19629760,
        Released: "1982-06-25T00:00:00.000Z",
        Genre: "Horror",
        Link: "https://example.org/thing",
      },
      { Title: "Stalker", Year: 1979, Released: "1979-05-25T00:00:00.000Z", Seen: true, Genre: "Drama" },
    ]);
  });

  test("from an uploaded file, in parts: each line once, in order", async () => {
    const place = await aPlace();
    const lines = Array.from({ length: 1500 }, (_, i) => `line ${i},${i},"${"ä\n".repeat((i % 40) * 10)}"`);
    const bytes = `Name,Number,Text\r\n${lines.join("\r\n")}`;
    const { token } = await aFile(place.owner, { bytes, type: "text/csv" });
    const { records, result } = await ended(place, await intoNew(place, { token }));
    expect(result).toEqual({ records: 1500, badLines: 0, issues: [] });
    expect(records.map(({ Name }) => Name)).toEqual(lines.map((_, i) => `line ${i}`));
    expect(records[39]).toMatchObject({ Number: 39, Text: "ä\n".repeat(390) });
  });

  test("uses the columns of the request, without those that are left out", async () => {
    const place = await aPlace();
    const columns = [
      { name: "Code", type: "singleLineText" },
      null,
      { type: "number", options: { formatting: { type: "decimal", precision: 1 } }, decimal: "," },
    ];
    const text = "a;b;c\n7;x;1.234,5\n8;y;\n";
    const { records, table } = await ended(place, await intoNew(place, { text, columns }));
    expect(table).toMatchObject({ name: "Imported table" });
    expect(records).toEqual([{ Code: "7", c: 1234.5 }, { Code: "8" }]);
  });

  test("from a file with a header only, has no records", async () => {
    const place = await aPlace();
    const { records, result } = await ended(place, await intoNew(place, { text: "A,A,,\n" }));
    expect({ records, result }).toEqual({ records: [], result: { records: 0, badLines: 0, issues: [] } });
  });
});

describe("400", () => {
  test.each([
    ["neither a file nor text", {}, ["token"]],
    ["both", { token: "4mSa1Cw6nZ8tQ0Yh7Bx2Kp5R", text: "A" }, ["token"]],
    ["an empty text", { text: "\n\n" }, [""]],
    ["a spreadsheet", { text: "PK\u0003\u0004…" }, [""]],
    ["more columns than a table has", { text: `${"a,".repeat(500)}a\n` }, [""]],
    ["too few columns", { text: "A,B\n", columns: [null] }, ["columns"]],
    ["no column left", { text: "A,B\n", columns: [null, null] }, ["columns"]],
    [
      "fields that cannot be imported into",
      { text: "A,B\n", columns: [{ type: "autoNumber" }, { type: "nothing" }] },
      ["columns[0].type", "columns[1].type"],
    ],
    [
      "options of another field type",
      { text: "A,B\n", columns: [null, { type: "number", options: { choices: [] } }] },
      ["columns[1].options.choices"],
    ],
  ])("%s", async (_, body, paths) => {
    expect(refusal(await intoNew(await aPlace(), body))).toMatchObject({ status: 400, paths });
  });
});

test("404: a file that another user uploaded", async () => {
  const { token } = await aFile((await aPlace()).owner, { bytes: "A\n1\n" });
  expect(refusal(await intoNew(await aPlace(), { token }))).toEqual({ status: 404, paths: ["token"] });
});
