/* Titles in CSV files become links; links become titles. */
import { describe, expect, test } from "vitest";
import { handler as exportTable } from "#functions/csv/export-table";
import { handler as insertImport } from "#functions/csv/insert-import";
import { handler as createField } from "#functions/field/create-field";
import { handler as listRecords } from "#functions/record/list-records";
import type { Pieces } from "#lib/data/jobs/run-job";
import { linked } from "#test/functions/record/links/support";
import { pieces, runToEnd } from "#test/support/events/jobs";
import { findDisagreements } from "#test/support/links/check-links";
import { aFile, atAddress } from "#test/support/makers/files";
import { aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { ended, into, refusedOf } from "./support.ts";

const csv = 'Title,Cast\nUp,"Bob, Ann"\nHer,Zoe\nIt,\n';

test("titles link, an unknown title is a bad line, and an export has the titles", async () => {
  const { as, films, field, cells } = await linked();
  const { tableId, baseId, owner } = films;
  const { file } = await aFile(owner, { bytes: csv, type: "text/csv" });
  const [title] = films.table.fields;
  const answer = await call(insertImport, {
    as,
    params: { baseId, tableId },
    body: {
      attachmentUrl: file.presignedUrl,
      fileType: "csv",
      insertConfig: {
        sourceWorkSheetKey: "Import Table",
        excludeFirstRow: true,
        sourceColumnMap: { [title.id]: 0, [field.id]: 1 },
      },
    },
  });
  const { result } = await ended({ owner, baseId }, { ...answer, status: 201 });
  expect(result).toMatchObject({ records: 2, badLines: 1, issues: [{ line: 3, column: 2, name: "Cast" }] });
  expect(await cells(films)).toEqual({
    Up: {
      Title: "Up",
      Cast: [expect.objectContaining({ title: "Bob" }), expect.objectContaining({ title: "Ann" })],
    },
    It: { Title: "It" },
  });
  const exported = await call(exportTable, { as, params: { tableId } });
  const { bytes } = await atAddress(exported.headers["location"] ?? "");
  expect(bytes.toString()).toContain('Up,"Bob, Ann"');
});

describe("createLinked", () => {
  test("new titles make records, once each, with the commit of their lines; refused lines make none", async () => {
    const world = await linked();
    const { films, people, cells, as } = world;
    const lines = Array.from(
      { length: 250 },
      (_, i) => `f${i},"p${i % 7}, Ann, ""Q, ${i % 3}""",${i % 50 === 9 ? "x" : i}\n`,
    );
    await call(createField, { as, params: { tableId: films.tableId }, body: { type: "number", name: "N" } });
    const text = `Title,Cast,N\n${lines.join("")}bad,Only bad,x\n`;
    const started = await into(films.tableId, films, { text, createLinked: true });
    const { result } = await ended(films, started);
    expect(result).toMatchObject({ records: 245, badLines: 6 });
    const names = Object.keys(await cells(people)).sort();
    expect(names).toEqual(
      ["Ann", "Bob", "Cid", "Q, 0", "Q, 1", "Q, 2", ..."0123456".split("").map((n) => `p${n}`)].sort(),
    );
    expect(await findDisagreements([films.tableId, people.tableId])).toEqual([]);
    expect(await refusedOf(films, films.tableId, started.body.jobId)).toHaveLength(7);
  });

  test("pieces that are killed and done again make no title twice", async () => {
    inProcessOnly("elsewhere jobs begin by themselves");
    const { as, films, people } = await linked();
    const lines = Array.from({ length: 300 }, (_, i) => `f${i},"p${i}, q${i % 5}"\n`).join("");
    const text = `Title,Cast\n${lines}`;
    const { body } = await into(films.tableId, films, { text, createLinked: true });
    // both turns of one version of the job work at once, as if the first was given up and went on
    const twice: Pieces = {
      ...pieces,
      importRecords: async (job) => {
        const [step] = await Promise.all([
          pieces.importRecords(job),
          pieces.importRecords(job).catch(() => {}),
        ]);
        return step;
      },
    };
    const job = (await runToEnd(body.jobId, films.baseId, twice)).at(-1);
    expect(job).toMatchObject({ state: "done" });
    const namesOf = async ({ tableId }: { tableId: string }) => {
      const { body: page } = await call(listRecords, { as, params: { tableId }, query: { take: "1000" } });
      return page.records.map(({ name }: { name: string }) => name).toSorted() as string[];
    };
    const count = (length: number, letter: string) => Array.from({ length }, (_, i) => `${letter}${i}`);
    expect(await namesOf(films)).toEqual(count(300, "f").toSorted());
    expect(await namesOf(people)).toEqual(
      ["Ann", "Bob", "Cid", ...count(300, "p"), ...count(5, "q")].toSorted(),
    );
    expect(await findDisagreements([films.tableId, people.tableId])).toEqual([]);
  });

  test("without the right to create records: 403 for the token, and a bad line when the right is lost meanwhile", async () => {
    const { films, as } = await linked();
    const token = await aToken(as.userId, { scopes: ["table|import"] });
    const refused = await into(
      films.tableId,
      { ...films, owner: { ...as, token } },
      { text: csv, createLinked: true },
    );
    expect(refused.status).toBe(403);
  });
});
