import { expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as foldCounts } from "#functions/index/fold-counts";
import { handler as createView } from "#functions/view/create-view";
import { type CountNote, notePartsOf } from "#lib/data/indexes/counts/count-items";
import { readSchema } from "#lib/data/schema/table-schema";
import { readAll } from "#lib/store/store";
import { eventOf } from "#test/support/events/deliver";
import { call } from "#test/support/requests/call";
import { addCounts, aLargeTable, makeIndexes } from "./support.ts";

test("notes of an index are folded; a second event, and one of an index that is gone, change nothing", async () => {
  const large = await aLargeTable();
  const { as, params } = large;
  const { body: fields } = await call(listFields, { as, params });
  const group = [{ fieldId: fields[1].id, order: "asc" }];
  await call(createView, { as, params, body: { name: "Groups", type: "grid", group } });
  await makeIndexes(large);
  await addCounts(large, [1, 2, 3]);
  const index = (await readSchema(params.tableId)).indexes.find(({ groups }) => groups === 1)?.id ?? "";
  const notes = async () =>
    (await Promise.all(notePartsOf(params.tableId, index).map((range) => readAll<CountNote>(range)))).flat();
  const [note] = await notes();
  if (!note) throw new Error("no note");
  const right = { batchItemFailures: [] };
  for (let i = 0; i < 2; i++) expect(await foldCounts(eventOf(note, 1))).toEqual(right);
  expect(await notes()).toMatchObject([{ foldedTime: expect.any(String), moves: "[]" }]);
  const gone = { ...note, pk: note.pk.replace(index, "aaaaa") };
  expect(await foldCounts(eventOf(gone, 1))).toEqual(right);
});
