/* Link cells in shares: titles only in records; ids only where visitors choose records for a form. */
import { expect, test } from "vitest";
import { handler as copyCells } from "#functions/share/copy-shared-cells";
import { handler as listLinks } from "#functions/share/list-shared-links";
import { handler as listShared } from "#functions/share/list-shared-records";
import { handler as submit } from "#functions/share/submit-shared-form";
import { handler as createView } from "#functions/view/create-view";
import { linked } from "#test/functions/record/links/support";
import { aShareId } from "#test/support/makers/ids";
import { call, fromOurPage } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

async function shared(view: object, shareMeta: object, options: object = {}) {
  const world = await linked(options);
  const { as, films, ann, bob } = world;
  await world.make(films, [
    { Title: "Up", Cast: [{ id: ann }, { id: bob }] },
    { Title: "Her", Cast: [{ id: bob }] },
  ]);
  const shareId = aShareId();
  const made = await call(createView, {
    as,
    params: { tableId: films.tableId },
    body: { name: "Shared", shareId, enableShare: true, shareMeta, ...view },
  });
  expect(made.status).toBe(201);
  const ask = (endpoint: Parameters<typeof call>[0], more: object = {}) =>
    call(endpoint, { params: { shareId }, ...more });
  return { ...world, ask, fieldId: world.field.id };
}

test("a grid shows, lists and copies titles without ids", async () => {
  const { ask, ann, bob, fieldId } = await shared(
    { type: "grid" },
    { includeRecords: true, allowCopy: true },
  );
  const { body } = await ask(listShared, { query: { fieldKeyType: "name" } });
  expect(body.records.map(({ fields }: { fields: object }) => fields)).toEqual([
    { Title: "Up", Cast: [{ title: "Ann" }, { title: "Bob" }] },
    { Title: "Her", Cast: [{ title: "Bob" }] },
  ]);
  expect(JSON.stringify(body)).not.toContain(ann);
  const copied = await ask(copyCells, { query: { ranges: "[[0,0],[1,1]]" } });
  expect(copied.body.content).toBe("Up\tAnn, Bob\nHer\tBob");
  expect((await ask(listLinks, { query: { fieldId } })).body).toEqual([
    { id: ann, title: "Ann" },
    { id: bob, title: "Bob" },
  ]);
  expect((await ask(listLinks, { query: { fieldId, search: "b", take: "1" } })).body).toEqual([
    { id: bob, title: "Bob" },
  ]);
  expect((await ask(listLinks, { query: { fieldId, type: "candidate" } })).status).toBe(403);
});

test("a form lists candidates and takes them by id, or by title with typecast", async () => {
  const form = [{ type: "form" }, { submit: { allow: true } }] as const;
  const { ask, ann, bob, cid, fieldId, cells, films } = await shared(...form);
  expect((await ask(listLinks, { query: { fieldId, skip: "1" } })).body).toEqual([
    { id: bob, title: "Bob" },
    { id: cid, title: "Cid" },
  ]);
  expect((await ask(listLinks, { query: { fieldId, type: "selected" } })).status).toBe(403);
  const send = (fields: object, more: object = {}) =>
    ask(submit, { headers: fromOurPage(), body: { fieldKeyType: "name", fields, ...more } });
  expect((await send({ Title: "Brazil", Cast: [{ id: cid }, { id: ann }] })).status).toBe(201);
  expect((await send({ Title: "Heat", Cast: "Bob, Cid" }, { typecast: true })).status).toBe(201);
  const { Brazil, Heat } = await cells(films);
  expect(Brazil?.["Cast"]).toEqual([
    { id: cid, title: "Cid" },
    { id: ann, title: "Ann" },
  ]);
  expect(Heat?.["Cast"]).toEqual([
    { id: bob, title: "Bob" },
    { id: cid, title: "Cid" },
  ]);
  const unknown = "rec00000zAAAAAAAAAA";
  expect(refusal(await send({ Title: "X", Cast: [{ id: unknown }] }))).toEqual({
    status: 400,
    paths: ["fields.Cast[0].id"],
  });
  expect(refusal(await send({ Title: "X", Cast: "Nobody" }, { typecast: true }))).toMatchObject({
    status: 400,
  });
});
