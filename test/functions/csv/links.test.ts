/* Titles in CSV files become links; links become titles. */
import { expect, test } from "vitest";
import { handler as exportTable } from "#functions/csv/export-table";
import { handler as insertImport } from "#functions/csv/insert-import";
import { linked } from "#test/functions/record/links/support";
import { aFile, atAddress } from "#test/support/makers/files";
import { call } from "#test/support/requests/call";
import { ended } from "./support.ts";

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
