/* Every template of the app is made in a real store, and has what it says: tables, links both ways, computed cells, views. */
import { expect, test } from "vitest";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as listTables } from "#functions/table/list-tables";
import { handler as listViews } from "#functions/view/list-views";
import { readRegistry } from "#lib/registry";
import { type CallServer, dayAfter, makeBaseOf } from "#lib/web/browser/templates/make-base";
import { projects } from "#lib/web/browser/templates/projects";
import type { BaseTemplate, TemplateCell } from "#lib/web/browser/templates/template";
import { templates } from "#lib/web/browser/templates/templates";
import { aBase, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { request, routesIn } from "#test/support/requests/request";

const registry = await readRegistry();
const today = new Date();

/** Calls the whole service, as the app does; `calls` counts. */
function serverFor({ token }: Someone) {
  const calls: string[] = [];
  const server: CallServer = async (method, path, body) => {
    calls.push(`${method} ${path}`);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const asked = {
      method,
      url: path,
      headers,
      body: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
    };
    const answer = await request(asked, routesIn(registry));
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return { server, calls };
}

type Cells = Record<string, unknown>;

async function made(template: BaseTemplate) {
  const owner = await someone();
  const { spaceId } = await aBase(owner);
  const { server, calls } = serverFor(owner);
  const baseId = await makeBaseOf(template, { spaceId, name: "Made", today }, server);
  const tables: { id: string; name: string }[] = (await call(listTables, { as: owner, params: { baseId } }))
    .body;
  const rows = new Map<string, Map<string, Cells>>();
  for (const { id: tableId, name } of tables) {
    const { body } = await call(listRecords, { as: owner, params: { tableId } });
    const named = body.records.map((each: { name: string; fields: Cells }) => [each.name, each.fields]);
    rows.set(name, new Map(named));
  }
  return {
    owner,
    calls,
    tables,
    row: (table: string, name: string) => rows.get(table)?.get(name) ?? {},
    rows,
  };
}

/** What an answer shows of a cell of a template. */
function shown(cell: TemplateCell, isLink: boolean): unknown {
  if (isLink && Array.isArray(cell)) return cell;
  return typeof cell === "object" && "days" in cell ? dayAfter(today, cell.days) : cell;
}

const titlesOf = (value: unknown) => [value].flat().map((each) => (each as { title: string }).title);

test.each(templates.map((template) => [template.name, template] as const))(
  "%s has the rows, links and views that it says",
  async (_, template) => {
    const { owner, calls, tables, rows } = await made(template);
    expect(calls).toHaveLength(1 + template.tables.length + template.later.length);
    expect(tables.map(({ name }) => name)).toEqual(template.tables.map(({ name }) => name));
    for (const [i, { name, fields, views, rows: said }] of template.tables.entries()) {
      expect(rows.get(name)?.size).toBe(said.length);
      for (const [k, row] of said.entries())
        for (const [field, cell] of Object.entries(row)) {
          const { type, link } = fields.find((each) => each.name === field) ?? {};
          const value = [...(rows.get(name)?.values() ?? [])][k]?.[field];
          const has = link ? titlesOf(value) : type === "date" ? String(value).slice(0, 10) : value;
          expect({ name, field, has }).toEqual({ name, field, has: shown(cell, link !== undefined) });
        }
      const { body } = await call(listViews, { as: owner, params: { tableId: tables[i]?.id ?? "" } });
      expect(body.map((view: { type: string; name: string }) => [view.type, view.name])).toEqual(
        views.map((view) => [view.type, view.name]),
      );
    }
    const types = template.tables.flatMap(({ views }) => views.map(({ type }) => type));
    expect([...new Set(types)].sort()).toEqual(["calendar", "form", "gallery", "grid", "kanban"]);
  },
);

test("computed cells show what the links lead to", async () => {
  const [tracker, deals, orders] = await Promise.all(templates.map(made));
  expect(tracker?.row("Projects", "New website")).toMatchObject({ Hours: 34 });
  expect(titlesOf(tracker?.row("Projects", "New website")["Tasks"])).toHaveLength(3);
  expect(tracker?.row("People", "Mira")).toMatchObject({ Hours: 18 });
  expect(tracker?.row("Tasks", "Write the texts")).toMatchObject({ Attention: "late" });
  expect(tracker?.row("Tasks", "Sketch the start page")["Attention"] ?? "").toBe("");
  expect(String(tracker?.row("Tasks", "Write the texts")["Deadline of the project"])).toContain(
    dayAfter(today, 30),
  );
  expect(deals?.row("Companies", "Northwind Solar")).toMatchObject({
    "Value of deals": 60_000,
    "Number of deals": 2,
  });
  expect(deals?.row("Deals", "Roof for the depot")).toMatchObject({ Expected: 24_000 });
  expect(deals?.row("Contacts", "Omar Reyes")).toMatchObject({ Website: "greentable.example" });
  expect(titlesOf(deals?.row("Contacts", "Lena Fox")["Deals"])).toHaveLength(3);
  expect(orders?.row("Products", "Chair")).toMatchObject({ Sold: 10, "In stock": 30, City: "Lyon" });
  expect(orders?.row("Orders", "1002")).toMatchObject({ Price: 349.5, Total: 699 });
  expect(orders?.row("Suppliers", "Oak & Sons")).toMatchObject({ "Pieces bought": 52 });
});

test("if a call is refused, the whole base goes, and the reason is thrown", async () => {
  const owner = await someone();
  const { spaceId } = await aBase(owner);
  const { server, calls } = serverFor(owner);
  const later = projects.later.map((field) => ({ ...field, expression: "no such thing" }));
  const broken: BaseTemplate = { ...projects, later };
  await expect(makeBaseOf(broken, { spaceId, name: "Made", today }, server)).rejects.toThrow(/expression/);
  expect(calls.at(-1)).toMatch(/^DELETE \/base\/bse/);
  const bases = await server<{ name: string }[]>("GET", "/base");
  expect(bases.map(({ name }) => name)).toEqual(["Base"]);
});

test("days are counted from the day that the person has", () => {
  expect(dayAfter(new Date(2026, 0, 31, 23, 59), 1)).toBe("2026-02-01");
  expect(dayAfter(new Date(2026, 2, 1, 0, 1), -1)).toBe("2026-02-28");
});
