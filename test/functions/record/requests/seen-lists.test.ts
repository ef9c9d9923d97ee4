/* A request that says what a list was when it was read (`seen`) changes only what its sender changed. */
import { describe, expect, test } from "vitest";
import { handler as updateRecord } from "#functions/record/update-record";
import { idsOf, linked } from "#test/functions/record/links/support";
import { aSheet, field } from "#test/functions/record/support/records";
import { aFile } from "#test/support/makers/files";
import { aMember } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const tags = ["a", "b", "c", "d", "e"];
const fields = [
  field("Name", "singleLineText"),
  field("Tags", "multipleSelect", { options: { choices: tags.map((name) => ({ name })) } }),
  field("People", "user", { options: { isMultiple: true } }),
  field("Boss", "user"),
  field("Files", "attachment"),
];

const tagsOf = ({ fields: cells }: { fields: { Tags: string[] } }) => cells.Tags;

async function aRecord(cells: object = {}) {
  const sheet = await aSheet({ fields });
  const [{ id }] = (await sheet.create([{ Name: "r", ...cells }])).body.records;
  /** Sends cells, and what they were. */
  const send = (sent: object, seen: object, more: object = {}, headers = {}) =>
    call(updateRecord, {
      ...{ as: sheet.owner, params: { ...sheet.params, recordId: id }, headers },
      body: { record: { fields: sent, seen }, ...more },
    });
  const read = async () => (await sheet.get(id)).body.fields;
  return { ...sheet, id: id as string, send, read };
}

describe("200: what others did meanwhile stays", () => {
  test("choices: one adds, then the other, who read the list before", async () => {
    const { send, read } = await aRecord({ Tags: ["a", "b"] });
    await send({ Tags: ["a", "b", "c"] }, { Tags: ["a", "b"] });
    expect((await send({ Tags: ["b", "d"] }, { Tags: ["a", "b"] })).body.fields.Tags).toEqual([
      "b",
      "c",
      "d",
    ]);
    expect((await send({ Tags: null }, { Tags: ["b", "d"] })).body.fields.Tags).toEqual(["c"]);
    await send({ Tags: ["e", "c"] }, { Tags: null });
    expect((await read()).Tags).toEqual(["c", "e"]);
    await send({ Tags: null }, { Tags: ["c", "e"] });
    expect(await read()).toEqual({ Name: "r" });
  });

  test("a choice that typecast makes, and one that is gone since", async () => {
    const { send } = await aRecord({ Tags: ["a"] });
    const answer = await send({ Tags: "a, new" }, { Tags: ["a", "gone"] }, { typecast: true });
    expect(answer.body.fields.Tags).toEqual(["a", "new"]);
  });

  test("people", async () => {
    const { send, baseId, owner } = await aRecord();
    const [ann, bob] = [await aMember(baseId, "editor"), await aMember(baseId, "editor")];
    const of = (...people: { userId: string }[]) => ({ People: people.map(({ userId: id }) => ({ id })) });
    await send(of(ann), { People: null });
    const { body } = await send(of(owner, bob), of(owner));
    expect(body.fields.People.map((each: { id: string }) => each.id)).toEqual([ann.userId, bob.userId]);
  });

  test("files: they keep their ids, a name is changed, one is taken out while another is added", async () => {
    const { send, owner, read } = await aRecord();
    const [one, two, three] = [await aFile(owner), await aFile(owner), await aFile(owner)].map(
      ({ item }) => item,
    );
    const first = (await send({ Files: [one] }, { Files: null })).body.fields.Files;
    const both = (await send({ Files: [...first, two] }, { Files: first })).body.fields.Files;
    expect(both[0].id).toBe(first[0].id);
    // from what was read before the second was there
    const renamed = [{ ...first[0], name: "new.txt" }, three];
    await send({ Files: renamed }, { Files: first });
    expect((await read()).Files).toMatchObject([
      { id: first[0].id, name: "new.txt" },
      { id: both[1].id },
      { token: three?.token },
    ]);
    await send({ Files: null }, { Files: first });
    expect((await read()).Files).toMatchObject([{ id: both[1].id }, { token: three?.token }]);
  });

  test("twenty people add a file each at the same time: all are there", async () => {
    const { send, owner, read } = await aRecord();
    const files = await Promise.all(Array.from({ length: 20 }, async () => (await aFile(owner)).item));
    const answers = await Promise.all(files.map((file) => send({ Files: [file] }, { Files: null })));
    expect(answers.map(({ status }) => status)).toEqual(files.map(() => 200));
    const there = (await read()).Files.map(({ token }: { token: string }) => token);
    expect(there.toSorted()).toEqual(files.map(({ token }) => token).toSorted());
  });

  test("several records in one call", async () => {
    const { sendUpdates, create, list } = await aRecord();
    const made = (await create([{ Tags: ["a"] }, { Tags: ["b"] }])).body.records as { id: string }[];
    const records = made.map(({ id }, i) => ({
      id,
      fields: { Tags: ["c"] },
      seen: { Tags: i ? ["b"] : null },
    }));
    expect((await sendUpdates({ records })).body.map(tagsOf)).toEqual([["a", "c"], ["c"]]);
    expect((await list()).body.records).toHaveLength(3);
  });

  test("the same request again, with its key, is done once", async () => {
    const { send, read } = await aRecord({ Tags: ["a"] });
    const headers = { "idempotency-key": "one" };
    const sent = () => send({ Tags: ["a", "b"] }, { Tags: ["a"] }, {}, headers);
    await sent();
    await send({ Tags: null }, { Tags: ["b"] });
    expect((await sent()).body.fields.Tags).toEqual(["a", "b"]);
    expect((await read()).Tags).toEqual(["a"]);
  });
});

describe("links", () => {
  test("200: of two who link at the same time both are kept, on both sides", async () => {
    const { update, films, make, ann, bob, cid, cells, people, as } = await linked();
    const [film] = idsOf(await make(films, [{ Title: "Up", Cast: [{ id: ann }] }]));
    const seen = { Cast: [{ id: ann }] };
    const send = (...ids: string[]) =>
      call(updateRecord, {
        as,
        params: { tableId: films.tableId, recordId: film },
        body: { record: { fields: { Cast: ids.map((id) => ({ id })) }, seen } },
      });
    const answers = await Promise.all([send(ann, bob), send(cid)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { Up = {} } = await cells(films);
    expect((Up["Cast"] as { title: string }[]).map(({ title }) => title).toSorted()).toEqual(["Bob", "Cid"]);
    const shown = await cells(people);
    expect(Object.keys(shown).filter((name) => shown[name]?.["Films"])).toEqual(["Bob", "Cid"]);
    // without it the list replaces the cell
    await update(film, [{ id: ann }]);
    expect((await cells(films))["Up"]?.["Cast"]).toEqual([{ id: ann, title: "Ann" }]);
  });

  test("200: one that the other side made meanwhile stays", async () => {
    const { films, make, ann, bob, cells, people, as, rename } = await linked();
    const [film] = idsOf(await make(films, [{ Title: "Up" }]));
    await rename(people, ann, { Films: [{ id: film }] });
    const { body } = await call(updateRecord, {
      as,
      params: { tableId: films.tableId, recordId: film },
      body: { record: { fields: { Cast: [{ id: bob }] }, seen: { Cast: null } } },
    });
    const both = [
      { id: ann, title: "Ann" },
      { id: bob, title: "Bob" },
    ];
    expect(body.fields.Cast).toEqual(both);
    expect((await cells(films))["Up"]?.["Cast"]).toEqual(both);
  });

  test("200: one that moved to another record meanwhile stays there", async () => {
    const { films, make, ann, bob, cells, as } = await linked({ relationship: "oneMany" });
    const [up, her] = idsOf(await make(films, [{ Title: "Up", Cast: [{ id: ann }] }, { Title: "Her" }]));
    const send = (recordId: string, Cast: string[], seen: string[]) =>
      call(updateRecord, {
        as,
        params: { tableId: films.tableId, recordId },
        body: {
          record: {
            fields: { Cast: Cast.map((id) => ({ id })) },
            seen: { Cast: seen.map((id) => ({ id })) },
          },
        },
      });
    await send(up, [], [ann]);
    await send(her, [ann], []);
    expect((await send(up, [ann, bob], [ann])).status).toBe(200);
    const { Up, Her } = await cells(films);
    expect([Up?.["Cast"], Her?.["Cast"]]).toEqual([[{ id: bob, title: "Bob" }], [{ id: ann, title: "Ann" }]]);
  });
});

describe("400", () => {
  const notAList = "must be a field that `fields` has, and whose cells are lists that can be written";
  const noAnswer = "must be the list as an answer had it, or null";

  test.each([
    ["a field with one value", { Name: "x" }, { Name: ["a"] }, "Name", notAList],
    ["a field for one person", { Boss: null }, { Boss: [] }, "Boss", notAList],
    ["a field that is not sent", { Name: "x" }, { Tags: ["a"] }, "Tags", notAList],
    ["no field at all", { Name: "x" }, { Nope: ["a"] }, "Nope", notAList],
    ["a text", { Tags: ["a"] }, { Tags: "a" }, "Tags", noAnswer],
    ["a list of something else", { Tags: ["a"] }, { Tags: [{ id: "a" }] }, "Tags", noAnswer],
    ["people without ids", { People: [] }, { People: ["Ann"] }, "People", noAnswer],
    ["files without tokens", { Files: [] }, { Files: [{ id: "actx" }] }, "Files", noAnswer],
  ])("%s", async (_, sent, seen, key, message) => {
    const { send } = await aRecord();
    const { status, body } = await send(sent, seen);
    expect(status).toBe(400);
    expect(body.data.issues).toEqual([{ path: `record.seen.${key}`, message }]);
  });

  test("no object", async () => {
    const { send } = await aRecord();
    expect(await send({ Tags: ["a"] }, [])).toMatchObject({ status: 400 });
    expect((await send({ Tags: ["a"] }, { constructor: ["a"] })).status).toBe(400);
    expect((await send({ Tags: ["a"] }, JSON.parse('{"__proto__":["a"]}'))).status).toBe(400);
  });

  test("with upsert, which finds its records itself", async () => {
    const { sendUpdates } = await aRecord();
    const records = [{ fields: { Name: "r", Tags: ["a"] }, seen: { Tags: null } }];
    const { status, body } = await sendUpdates({ upsert: { fieldKeys: ["Name"] }, records });
    expect(status).toBe(400);
    expect(body.data.issues).toEqual([{ path: "records[0].seen", message: "is for records with ids" }]);
  });
});
