/* Cells with more links than a record keeps: answers show all. */
import { expect, test } from "vitest";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { call } from "#test/support/requests/call";
import { idsOf, linked } from "./support.ts";

const setup = await linked({ relationship: "manyOne" });
const { as, films, people, ann, bob, make } = setup;
const titles = Array.from({ length: 250 }, (_, i) => `Film ${i}`);
const made: string[] = [];
// few at a time, so that both sides are written before the answer
for (const some of cutIntoPieces(titles, 40))
  made.push(
    ...idsOf(
      await make(
        films,
        some.map((Title) => ({ Title, Cast: { id: ann } })),
      ),
    ),
  );
const all = made.map((id, i) => ({ id, title: `Film ${i}` }));

const shown = async (recordId: string) =>
  (await call(getRecord, { as, params: { tableId: people.tableId, recordId } })).body.fields.Films;
const listed = async () => {
  const { body } = await call(listRecords, { as, params: { tableId: people.tableId } });
  return body.records.find(({ id }: { id: string }) => id === ann).fields.Films;
};
const write = async (Films: { id: string | undefined }[]) =>
  await call(updateRecord, {
    as,
    params: { tableId: people.tableId, recordId: ann },
    body: { record: { fields: { Films } } },
  });
const idOnly = ({ id }: { id: string }) => ({ id });

test("250 records link to one: its cell has all of them, in a record and in lists", async () => {
  const cell = await shown(ann);
  expect(cell).toHaveLength(250);
  expect(new Set(cell)).toEqual(new Set(all));
  expect(await listed()).toEqual(cell);
  expect(await shown(bob)).toBeUndefined();
});

test("removing, adding and reordering keep the others, and answer all", async () => {
  const before = await shown(ann);
  const fewer = before.slice(1);
  const removed = await write(fewer.map(idOnly));
  expect(removed.body.fields.Films).toEqual(fewer);
  expect(await shown(ann)).toEqual(fewer);
  const turned = [...before].reverse();
  expect((await write(turned.map(idOnly))).body.fields.Films).toEqual(turned);
  expect(await shown(ann)).toEqual(turned);
  const named = await call(updateRecord, {
    as,
    params: { tableId: people.tableId, recordId: ann },
    body: { record: { fields: { Name: "Anna" } } },
  });
  expect(named.body.fields.Films).toEqual(turned);
});

test("after some were taken away from the other side, the rest", async () => {
  for (const some of cutIntoPieces(made.slice(0, 200), 25)) {
    const records = some.map((id) => ({ id, fields: { Cast: { id: bob } } }));
    const answer = await call(updateRecords, { as, params: { tableId: films.tableId }, body: { records } });
    expect(answer.status).toBe(200);
  }
  expect(new Set(await shown(ann))).toEqual(new Set(all.slice(200)));
  expect(new Set(await shown(bob))).toEqual(new Set(all.slice(0, 200)));
});

test("exactly the links that the record keeps: the others are removed", async () => {
  const kept = (await shown(bob)).slice(0, 100);
  await call(updateRecord, {
    as,
    params: { tableId: people.tableId, recordId: bob },
    body: { record: { fields: { Films: kept.map(idOnly) } } },
  });
  expect(await shown(bob)).toEqual(kept);
});
