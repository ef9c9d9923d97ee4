/* Link cells in CSV files: titles, read with typecast. */
import { expect, test } from "vitest";
import { handler as exportTable } from "#functions/csv/export-table";
import { linked } from "#test/functions/record/links/support";
import { atAddress } from "#test/support/makers/files";
import { call } from "#test/support/requests/call";
import { ended, into } from "./support.ts";

test("titles become links, a line with an unknown title is bad; an export shows titles", async () => {
  const world = await linked();
  const { as, films, people, ann, bob } = world;
  await world.make(people, [{ Name: "Dee, Jr." }]);
  const csv = 'Title,Cast\nUp,"Ann, Bob"\nHer,Nobody\nBrazil,"Dee, Jr."\nHeat,\n';
  const place = { owner: as, baseId: films.baseId };
  const { records, result } = await ended(place, await into(films.tableId, place, { text: csv }));
  expect(records.map(({ Title }) => Title)).toEqual(["Up", "Brazil", "Heat"]);
  expect(result).toMatchObject({ records: 3, badLines: 1, issues: [{ line: 3, name: "Cast" }] });
  expect((await world.cells(films))["Up"]?.["Cast"]).toEqual([
    { id: ann, title: "Ann" },
    { id: bob, title: "Bob" },
  ]);
  const { headers } = await call(exportTable, { as, params: { tableId: films.tableId } });
  const file = await atAddress(headers["location"] ?? "");
  expect(file.bytes.toString()).toContain('Up,"Ann, Bob"');
});
