/* Which fields a share shows: what its owner chose, and nothing that comes later by itself. */
import { describe, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as duplicateField } from "#functions/field/duplicate-field";
import { handler as getSharedView } from "#functions/share/get-shared-view";
import { handler as listSharedLinks } from "#functions/share/list-shared-links";
import { handler as listSharedRecords } from "#functions/share/list-shared-records";
import { handler as submitSharedForm } from "#functions/share/submit-shared-form";
import { handler as createView } from "#functions/view/create-view";
import { handler as disableShare } from "#functions/view/disable-share";
import { handler as enableShare } from "#functions/view/enable-share";
import { handler as getView } from "#functions/view/get-view";
import { handler as updateShareMeta } from "#functions/view/update-share-meta";
import { handler as updateColumns } from "#functions/view/update-view-columns";
import type { Endpoint } from "#lib/http/endpoint";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const text = (name: string) => ({ type: "singleLineText", name });

async function aView(type: string, fields: object[] = [text("Name"), text("B"), text("C")]) {
  const other = await aTable({ fields: [text("Title")], records: [{ fields: { Title: "secret" } }] });
  const { owner: as, baseId } = other;
  const made = await aTable({ fields, records: [{ fields: { Name: "x" } }] }, as, { baseId } as never);
  const { tableId } = made;
  const idOf = (name: string): string =>
    made.table.fields.find((each: { name: string }) => each.name === name).id;
  const view = await call(createView, { as, params: { tableId }, body: { type, name: "Open" } });
  const ofView = { as, params: { tableId, viewId: view.body.id } };
  const add = async (body: object): Promise<string> => {
    const answer = await call(createField, { as, params: { tableId }, body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.id;
  };
  const link = (name = "Link") => ({
    ...{ type: "link", name },
    options: { relationship: "manyMany", foreignTableId: other.tableId, isOneWay: true },
  });
  const share = async () => {
    const { body } = await call(enableShare, ofView);
    return asVisitor(body.shareId);
  };
  return {
    ...{ as, tableId, other, idOf, ofView, add, link, share },
    say: (name: string, columnMeta: object) =>
      call(updateColumns, { ...ofView, body: [{ fieldId: idOf(name), columnMeta }] }),
    columns: async () => (await call(getView, ofView)).body.columnMeta,
    ask: (endpoint: Endpoint, more: object = {}) => call(endpoint, { ...ofView, ...more }),
  };
}

function asVisitor(shareId: string) {
  const params = { shareId };
  return {
    shown: async () =>
      (await call(getSharedView, { params })).body.fields.map(({ name }: { name: string }) => name),
    links: (fieldId: string) => call(listSharedLinks, { params, query: { fieldId } }),
    send: (fields: object) => call(submitSharedForm, { params, body: { fields } }),
    cells: async () => Object.keys((await call(listSharedRecords, { params })).body.records[0].fields),
  };
}

describe("a form", () => {
  test("visible: false hides one field, with and without required, before the share and after", async () => {
    for (const more of [{}, { required: true }]) {
      const form = await aView("form");
      await form.say("B", { visible: false, ...more });
      const visitor = await form.share();
      expect(await visitor.shown()).toEqual(["Name", "C"]);
      expect((await visitor.send({ Name: "a", C: "c" })).status).toBe(201);
      await form.say("C", { visible: false });
      expect(await visitor.shown()).toEqual(["Name"]);
      await form.say("B", { visible: true });
      expect(await visitor.shown()).toEqual(["Name", "B"]);
    }
  });

  test("sharing says visible of every column: links, lookups, rollups, people and files only if a column says so", async () => {
    const form = await aView("form", [
      text("Name"),
      { type: "user", name: "Who" },
      { type: "attachment", name: "Files" },
    ]);
    const linkFieldId = await form.add(form.link());
    await form.add(form.link("Asked"));
    const lookup = {
      foreignTableId: form.other.tableId,
      linkFieldId,
      lookupFieldId: form.other.table.fields[0].id,
    };
    await form.add({ type: "singleLineText", name: "Lookup", isLookup: true, lookupOptions: lookup });
    await form.add({
      type: "rollup",
      name: "Rollup",
      options: { expression: "countall({values})" },
      lookupOptions: lookup,
    });
    const fields = (await form.columns()) as Record<string, object>;
    expect(Object.values(fields).some((column) => "visible" in column)).toBe(false);
    const asked = Object.keys(fields).at(-3) as string;
    await form.ask(updateColumns, { body: [{ fieldId: asked, columnMeta: { visible: true } }] });
    const visitor = await form.share();
    expect(await visitor.shown()).toEqual(["Name", "Asked"]);
    const columns = Object.values(await form.columns()) as { visible?: boolean }[];
    expect(columns.map(({ visible }) => visible)).toEqual([true, false, false, false, true, false, false]);
    expect((await visitor.links(asked)).status).toBe(200);
    expect((await visitor.links(linkFieldId)).status).toBe(403);
  });

  test("a form that is made shared is told the same", async () => {
    const form = await aView("form");
    await form.add(form.link());
    const made = await form.ask(createView, { body: { type: "form", name: "Now", enableShare: true } });
    const told = Object.values(made.body.columnMeta) as { visible?: boolean }[];
    expect(told.map(({ visible }) => visible)).toEqual([true, true, true, false]);
  });

  test("a share that includes hidden fields offers no records of a hidden link", async () => {
    const form = await aView("form");
    const link = await form.add(form.link());
    const visitor = await form.share();
    const shareMeta = { includeHiddenField: true, submit: { allow: true } };
    expect((await form.ask(updateShareMeta, { body: shareMeta })).status).toBe(200);
    expect((await visitor.links(link)).status).toBe(403);
  });

  test("a question that becomes a link is hidden until its owner shows it", async () => {
    const form = await aView("form");
    const visitor = await form.share();
    const fieldId = form.idOf("C");
    const { name: _, ...body } = form.link();
    const done = await form.ask(convertField, { params: { tableId: form.tableId, fieldId }, body });
    expect(done.status).toBe(200);
    expect(await visitor.shown()).toEqual(["Name", "B"]);
    expect((await visitor.links(fieldId)).status).toBe(403);
    await form.say("C", { visible: true });
    expect(await visitor.shown()).toEqual(["Name", "B", "C"]);
    expect((await visitor.links(fieldId)).body).toHaveLength(1);
  });
});

test.each(["grid", "kanban", "gallery", "calendar", "form"])(
  "a %s: a field that is made later joins no share by itself",
  async (type) => {
    const view = await aView(type);
    const visitor = await view.share();
    const before = await visitor.shown();
    const link = await view.add(view.link());
    await view.add(text("Later"));
    await view.ask(duplicateField, {
      params: { tableId: view.tableId, fieldId: view.idOf("B") },
      body: { name: "Copy" },
    });
    // the other side of a link of another table
    const back = {
      type: "link",
      name: "Back",
      options: { relationship: "manyMany", foreignTableId: view.tableId },
    };
    const made = await call(createField, {
      as: view.as,
      params: { tableId: view.other.tableId },
      body: back,
    });
    expect(made.status).toBe(201);
    expect(await visitor.shown()).toEqual(before);
    expect((await visitor.links(link)).status).toBe(403);
    if (type !== "form") expect(await visitor.cells()).toEqual(["Name"]);
    // shared once more, it is the same
    await view.ask(disableShare);
    const again = await view.share();
    expect(await again.shown()).toEqual(before);
    const shown = type === "grid" ? { hidden: false } : { visible: true };
    await view.ask(updateColumns, { body: [{ fieldId: link, columnMeta: shown }] });
    expect(await again.shown()).toContain("Link");
  },
);

test("kanban, gallery and calendar: one visible field hides the others; without any, what is hidden", async () => {
  for (const type of ["kanban", "gallery", "calendar"]) {
    const view = await aView(type);
    const primary = type === "calendar" ? [] : ["Name"];
    const visitor = await view.share();
    await view.say("B", { visible: true });
    expect(await visitor.shown()).toEqual([...new Set([...(await visitor.shown()), "B"])]);
    expect(await visitor.shown()).not.toContain("C");
    for (const name of primary) expect(await visitor.shown()).toContain(name);
  }
  const calendar = await aView("calendar");
  const visitor = await calendar.share();
  await calendar.say("Name", { visible: null });
  await calendar.say("B", { hidden: true });
  expect(await visitor.shown()).toEqual(["Name", "C"]);
});
