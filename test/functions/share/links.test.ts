/* Link fields through shares: titles only; a form offers the records that its field offers. */
import { describe, expect, test } from "vitest";
import { handler as copySharedCells } from "#functions/share/copy-shared-cells";
import { handler as listSharedGroups } from "#functions/share/list-shared-groups";
import { handler as listSharedLinks } from "#functions/share/list-shared-links";
import { handler as listSharedRecords } from "#functions/share/list-shared-records";
import { handler as submitSharePage } from "#functions/share/submit-share-page";
import { handler as submitSharedForm } from "#functions/share/submit-shared-form";
import { handler as createView } from "#functions/view/create-view";
import { idsOf, linked } from "#test/functions/record/links/support";
import { aShareId } from "#test/support/makers/ids";
import { aSession, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { submit } from "#test/support/requests/form";

type World = Awaited<ReturnType<typeof linked>>;

async function share({ as, films }: World, view: object, shareMeta: object): Promise<{ shareId: string }> {
  const shareId = aShareId();
  const body = { name: "Shared", shareId, enableShare: true, shareMeta, ...view };
  const { status } = await call(createView, { as, params: { tableId: films.tableId }, body });
  expect(status).toBe(201);
  return { shareId };
}

describe("a grid", () => {
  async function aGrid() {
    const world = await linked();
    const { films, make, ann, bob } = world;
    await make(films, [
      { Title: "Up", Cast: [{ id: bob }, { id: ann }] },
      { Title: "Her", Cast: [{ id: ann }] },
    ]);
    const params = await share(world, { type: "grid" }, { includeRecords: true, allowCopy: true });
    return { ...world, params };
  }
  const isWithoutIds = (body: unknown, { ann, bob }: World) => {
    for (const id of [ann, bob]) expect(JSON.stringify(body)).not.toContain(id);
  };

  test("records, groups and copies show titles, and no ids of the other table", async () => {
    const world = await aGrid();
    const { params, field } = world;
    const records = await call(listSharedRecords, { params, query: { fieldKeyType: "name" } });
    expect(records.body.records[0].fields.Cast).toEqual([{ title: "Bob" }, { title: "Ann" }]);
    const groupBy = JSON.stringify([{ fieldId: field.id, order: "asc" }]);
    const groups = await call(listSharedGroups, { params, query: { groupBy } });
    expect(groups.body[0].value).toEqual([{ title: "Ann" }]);
    const ranges = JSON.stringify([
      [0, 0],
      [1, 1],
    ]);
    const copied = await call(copySharedCells, { params, query: { ranges } });
    expect(copied.body.content).toBe("Up\tBob, Ann\nHer\tAnn");
    for (const { body } of [records, groups, copied]) isWithoutIds(body, world);
  });

  test("link-records: what the records link, by title", async () => {
    const world = await aGrid();
    const { params, field } = world;
    const links = (more: Record<string, string> = {}) =>
      call(listSharedLinks, { params, query: { fieldId: field.id, ...more } });
    expect((await links()).body).toEqual([{ title: "Bob" }, { title: "Ann" }]);
    expect((await links({ search: "AN" })).body).toEqual([{ title: "Ann" }]);
    expect((await links({ skip: "1", take: "1" })).body).toEqual([{ title: "Ann" }]);
  });
});

describe("a form", () => {
  async function aForm(options: object = {}, asks: object = { allow: true }) {
    const world = await linked(options);
    const columnMeta = { [world.field.id]: { visible: true } };
    const params = await share(world, { type: "form", columnMeta }, { submit: asks });
    return { ...world, params };
  }
  test("link-records: what the field offers, with ids; a record is made with them", async () => {
    const world = await aForm();
    const { params, field, ann, bob, cid, films } = world;
    const { body } = await call(listSharedLinks, { params, query: { fieldId: field.id } });
    expect(body).toEqual([
      { id: ann, title: "Ann" },
      { id: bob, title: "Bob" },
      { id: cid, title: "Cid" },
    ]);
    const fields = { Cast: [{ id: bob }] };
    expect((await call(submitSharedForm, { params, body: { fields } })).status).toBe(201);
    const byTitle = { fields: { Cast: "Cid, Ann" }, typecast: true };
    expect((await call(submitSharedForm, { params, body: byTitle })).status).toBe(201);
    const made = Object.values(await world.cells(films));
    expect(made).toHaveLength(1);
    expect((await world.cells(world.people))["Bob"]).toMatchObject({ Films: [{}] });
    expect((await world.cells(world.people))["Cid"]).toMatchObject({ Films: [{}] });
  });

  test.each([
    ["none while the form takes no records", { allow: false }, [200, 0], [200, 0]],
    ["none before signing in, if the form requires it", { allow: true, requireLogin: true }, [401], [200, 3]],
  ])("link-records: %s", async (_, asks, before, after) => {
    const { params, field } = await aForm({}, asks);
    const asked = { params, query: { fieldId: field.id } };
    const seen = ({ status, body }: Awaited<ReturnType<typeof call>>) =>
      status === 200 ? [status, body.length] : [status];
    expect(seen(await call(listSharedLinks, asked))).toEqual(before);
    const { userId } = await someone();
    expect(seen(await call(listSharedLinks, { ...asked, signedIn: await aSession(userId) }))).toEqual(after);
  });

  test("400: a record that the field does not offer", async () => {
    const elsewhere = await linked();
    const world = await aForm();
    const unknown = { fields: { Cast: [{ id: elsewhere.ann }] } };
    const { status, body } = await call(submitSharedForm, { params: world.params, body: unknown });
    expect([status, body.data.issues[0].message]).toEqual([
      400,
      `"${elsewhere.ann}" is no record that this field can link to`,
    ]);
  });

  test("the page takes titles", async () => {
    const world = await aForm();
    const { params, field, films } = world;
    const answer = await submit(submitSharePage, { [field.id]: "Ann, Bob" }, { params });
    expect(answer.status).toBeLessThan(400);
    expect(Object.values(await world.cells(films))[0]).toEqual({
      Cast: [expect.objectContaining({ title: "Ann" }), expect.objectContaining({ title: "Bob" })],
    });
  });
});

test("upsert: records are found by the one record that they link", async () => {
  const { handler: updateRecords } = await import("#functions/record/update-records");
  const { as, films, make, ann, bob, cells } = await linked({ relationship: "manyOne" });
  idsOf(await make(films, [{ Title: "Up", Cast: { id: ann } }]));
  const body = {
    upsert: { fieldKeys: ["Cast"] },
    records: [
      { fields: { Title: "Upper", Cast: { id: ann } } },
      { fields: { Title: "New", Cast: { id: bob } } },
    ],
  };
  const { body: done } = await call(updateRecords, { as, params: { tableId: films.tableId }, body });
  expect([done.updated?.length, done.created?.length]).toEqual([1, 1]);
  expect(Object.keys(await cells(films))).toEqual(["Upper", "New"]);
});
