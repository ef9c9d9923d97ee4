/* Writing what a record holds already is no change of it. */
import { beforeAll, expect, test } from "vitest";
import { handler as listTableHistory } from "#functions/record/list-table-history";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as pasteCells } from "#functions/selection/paste-cells";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { call } from "#test/support/requests/call";
import { useOwnStore } from "#test/support/store/own-store";
import { allChanges, tellNews } from "#test/support/store/record-images";
import { idsOf, linked } from "../links/support.ts";

beforeAll(useOwnStore);

const fields = [
  field("Name", "singleLineText", { unique: true }),
  field("Notes", "longText"),
  field("No", "number"),
  field("Done", "checkbox"),
  field("Day", "date"),
  field("Who", "user"),
  field("Area", "singleSelect", { options: { choices: [{ name: "n" }] } }),
  field("Tags", "multipleSelect", { options: { choices: [{ name: "x" }, { name: "y" }] } }),
  field("Moved", "lastModifiedTime"),
];

async function aRecord() {
  const sheet = await aSheet({ fields });
  const cells = {
    ...{ Name: "a", Notes: "two\nlines", No: 0.1, Done: true, Day: "2026-01-31T00:00:00.000Z" },
    ...{ Who: sheet.owner.email, Area: "n", Tags: "x, y" },
  };
  const { id } = (await sheet.create([cells], { typecast: true })).body.records[0] as Answered;
  await sheet.update(id, { No: 1 });
  const shown = async () => {
    const { body, headers } = await sheet.get(id);
    return { record: body as Answered, tag: headers["etag"] as string };
  };
  const before = await shown();
  const { Moved: _, ...held } = before.record.fields;
  const history = async () => {
    await tellNews();
    return (await call(listTableHistory, { as: sheet.owner, params: sheet.params })).body.historyList;
  };
  return { ...sheet, id, before, held, shown, history };
}

const paste = ({ owner, params }: Awaited<ReturnType<typeof aRecord>>, content: string) =>
  call(pasteCells, {
    as: owner,
    params,
    body: {
      ranges: [
        [0, 0],
        [2, 0],
      ],
      content,
    },
  });

test.each<[string, (made: Awaited<ReturnType<typeof aRecord>>) => Promise<{ status: number }>]>([
  ["PATCH of one record", ({ update, id, held }) => update(id, held)],
  ["PATCH of records", ({ updateMany, id, held }) => updateMany([{ id, fields: held }])],
  ["an upsert", ({ upsert, held }) => upsert(["Name"], [held])],
  ["texts with typecast", ({ update, id }) => update(id, { No: "1", Tags: "x, y" }, { typecast: true })],
  ["a paste", (made) => paste(made, 'a\t"two\nlines"\t1')],
])(
  "200: %s with the same values leaves the record as it is: time, ETag, history, events",
  async (_, write) => {
    const made = await aRecord();
    const history = await made.history();
    const changes = (await allChanges()).length;
    expect((await write(made)).status).toBe(200);
    expect(await made.shown()).toEqual(made.before);
    expect(await allChanges()).toHaveLength(changes);
    expect(await made.history()).toEqual(history);
  },
);

test("200: of the records of a call only those that change are written; the answer has all of them", async () => {
  const { create, updateMany, list, id, before, held } = await aRecord();
  const other = (await create([{ Name: "b" }])).body.records[0] as Answered;
  const { body } = await updateMany([
    { id, fields: held },
    { id: other.id, fields: { Name: "c" } },
  ]);
  expect(body).toEqual((await list()).body.records);
  expect(body[0]).toEqual(before.record);
  expect(body[1].lastModifiedTime).toEqual(expect.any(String));
});

test("If-Match means the same for a call that changes nothing: 412 with a stale ETag, else 200 with the present one", async () => {
  const { update, id, before, held } = await aRecord();
  const { headers } = await update(id, held, {}, { "if-match": before.tag });
  expect(headers["etag"]).toBe(before.tag);
  const { headers: changed } = await update(id, { No: 2 }, {}, { "if-match": before.tag });
  expect((await update(id, { No: 2 }, {}, { "if-match": before.tag })).status).toBe(412);
  expect((await update(id, { No: 2 }, {}, { "if-match": changed["etag"] as string })).status).toBe(200);
});

test("200: a row moves though its cells stay; the record is not edited", async () => {
  const { create, update, list, id, before, held, table } = await aRecord();
  const other = (await create([{ Name: "b" }])).body.records[0] as Answered;
  const order = { viewId: table.defaultViewId, anchorId: other.id, position: "after" };
  expect((await update(id, held, { order })).body).toEqual(before.record);
  const { records } = (await list(`viewId=${table.defaultViewId}`)).body;
  expect(records.map((record: Answered) => record.id)).toEqual([other.id, id]);
});

test("undo takes back the last call that changed something", async () => {
  const { owner, params, update, id, held, shown } = await aRecord();
  const headers = { "x-window-id": "w1" };
  await update(id, { No: 7 }, {}, headers);
  await update(id, { ...held, No: 7 }, {}, headers);
  expect((await call(undoOperation, { as: owner, params, headers })).body.status).toBe("fulfilled");
  expect((await shown()).record.fields).toMatchObject({ No: 1 });
});

test.each(["manyMany", "oneMany", "manyOne", "oneOne"])(
  "200: the same links of a %s field are no change; other ones, or another order, are",
  async (relationship) => {
    const { films, make, update, ann, bob } = await linked({ relationship });
    const isMany = relationship.endsWith("Many");
    const cast = isMany ? [{ id: ann }, { id: bob }] : { id: ann };
    const [id] = idsOf(await make(films, [{ Title: "Up", Cast: cast }]));
    const edited = (await update(id, null)).body as Answered;
    const again = (await update(id, cast)).body as Answered;
    expect(again.lastModifiedTime).not.toBe(edited.lastModifiedTime);
    const changes = (await allChanges()).length;
    expect((await update(id, cast)).body).toEqual(again);
    expect((await update(id, isMany ? ["Ann", "Bob"] : "Ann", { typecast: true })).body).toEqual(again);
    expect(await allChanges()).toHaveLength(changes);
    if (isMany) {
      const turned = (await update(id, [{ id: bob }, { id: ann }])).body as Answered;
      expect(turned.fields["Cast"]).toEqual([
        { id: bob, title: "Bob" },
        { id: ann, title: "Ann" },
      ]);
      expect(turned.lastModifiedTime).not.toBe(again.lastModifiedTime);
    }
  },
);

test("200: the same links are no change where a cell has more of them than a record keeps", async () => {
  const { films, people, make, update } = await linked();
  const ids = idsOf(
    await make(
      people,
      Array.from({ length: 150 }, (_, i) => ({ Name: `P${i}` })),
    ),
  ) as string[];
  const cast = ids.map((id) => ({ id }));
  const [id] = idsOf(await make(films, [{ Title: "Up" }]));
  const first = (await update(id, cast)).body as Answered;
  expect(first.fields["Cast"]).toHaveLength(150);
  expect((await update(id, cast)).body).toEqual(first);
  const last = (await update(id, cast.slice(0, 149))).body as Answered;
  expect(last.fields["Cast"]).toHaveLength(149);
  expect(last.lastModifiedTime).not.toBe(first.lastModifiedTime);
});
