import { expect, test } from "vitest";
import { handler as exportView } from "#functions/csv/export-view";
import { atAddress } from "#test/support/makers/files";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("302: to the CSV of the view, with its filter and the name of table and view", async () => {
  const filter = { conjunction: "and", filterSet: [{ fieldId: "Name", operator: "is", value: "Ada" }] };
  const { owner, tableId, table } = await aTable({
    name: "People",
    fields: [{ type: "singleLineText", name: "Name" }],
    views: [
      { type: "grid", name: "All" },
      { type: "grid", name: "Ada", filter },
    ],
    records: [{ fields: { Name: "Ada" } }, { fields: { Name: "Bob" } }],
  });
  const viewId = table.views[1].id;
  const { status, headers } = await call(exportView, { as: owner, params: { tableId }, query: { viewId } });
  expect(status).toBe(302);
  const file = await atAddress(headers["location"] ?? "");
  expect(file.bytes.toString()).toBe("Name\r\nAda\r\n");
  expect(file.headers["content-disposition"]).toContain('attachment; filename="People - Ada.csv"');
});
