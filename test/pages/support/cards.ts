/* Views with cards in a real browser: a table with a view of some type, opened by a member. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createView } from "#functions/view/create-view";
import type { RecordId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "./accessible.ts";
import { desk, phone } from "./browser.ts";
import { openAppAs } from "./live-app.ts";

interface Table {
  fields: { name: string; type: string; options?: object }[];
  /** Called with the owner, who may upload files for them. */
  records: object[];
  /** The view; options that end with "FieldId" have names of fields. */
  view: {
    type: string;
    options?: { [option: string]: unknown };
    shown?: string[];
    [member: string]: unknown;
  };
  role?: Role;
  owner?: Awaited<ReturnType<typeof someone>>;
}

/** A table with these records, and a view of them. */
export async function aTableWithView({ fields, records, view, role = "editor", ...given }: Table) {
  const owner = given.owner ?? (await someone("Ada"));
  const { baseId, tableId, table } = await aTable({ name: "Films", fields }, owner);
  const idOf = (name: string): string =>
    table.fields.find((field: { name: string }) => field.name === name)?.id;
  const ids: RecordId[] = [];
  for (let first = 0; first < records.length; first += 500) {
    const some = records.slice(first, first + 500).map((cells) => ({ fields: cells }));
    const { body } = await call(createRecords, { as: owner, params: { tableId }, body: { records: some } });
    ids.push(...body.records.map(({ id }: { id: RecordId }) => id));
  }
  const { options = {}, shown = [], ...rest } = view;
  const named = Object.entries(options).map(([option, value]) => [
    option,
    option.endsWith("FieldId") && value !== null ? idOf(String(value)) : value,
  ]);
  const columnMeta = Object.fromEntries(shown.map((name) => [idOf(name), { visible: true }]));
  const body = { name: "Cards", options: Object.fromEntries(named), columnMeta, ...rest };
  const made = await call(createView, { as: owner, params: { tableId }, body });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const viewId: string = made.body.id;
  const member = await aMember(baseId, role);
  const path = `/app/${baseId}/${tableId}/${viewId}`;
  const open = (how: BrowserContextOptions = desk, prepare?: (page: Page) => Promise<unknown>) =>
    openAppAs(member.userId, path, how, prepare);
  /** The cells of a field as the server has them, by the order of the view. */
  async function cellsOf(field: string): Promise<unknown[]> {
    const query = { viewId, projection: [field], take: "1000" };
    const { body } = await call(listRecords, { as: owner, params: { tableId }, query });
    return body.records.map(({ fields }: { fields: { [name: string]: unknown } }) => fields[field]);
  }
  return { owner, member, baseId, tableId, viewId, ids, idOf, open, cellsOf };
}

/** What axe finds in a view, light and dark, on a desk and on a phone; `ready` waits for it. */
export async function axeOfView(
  open: (how: BrowserContextOptions) => ReturnType<typeof openAppAs>,
  ready: (page: Page) => Promise<unknown>,
): Promise<string[]> {
  const found: string[] = [];
  for (const size of [desk, phone])
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, wrong, close } = await open({ ...size, colorScheme });
      await ready(page);
      found.push(...(await axeFindings(page)), ...wrong);
      const width = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      if (width > 0) found.push(`${width} pixels too wide`);
      await close();
    }
  return found;
}
