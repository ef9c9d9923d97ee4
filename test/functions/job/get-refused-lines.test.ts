/* The lines that an import refused, as a file. What they are: test/functions/csv/bad-cells.test.ts. */
import { expect, test } from "vitest";
import { handler as getRefusedLines } from "#functions/job/get-refused-lines";
import { handler as deleteTable } from "#functions/table/delete-table";
import { ended, into, refusedOf } from "#test/functions/csv/support";
import { aJobForLater, turn } from "#test/support/events/jobs";
import { aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "Count" },
];
const aSheet = () => aTable({ fields, records: [] });

test("302: for all members of the base, also when the table is deleted; 404 for others", async () => {
  const sheet = await aSheet();
  const { tableId, baseId, owner } = sheet;
  const { body } = await into(tableId, sheet, { text: "Name,Count\na,x\n" });
  await ended(sheet, { status: 201, body } as never);
  const viewer = await aMember(baseId, "viewer");
  const lines = [
    ["Line", "Reason", "Name", "Count"],
    ["2", 'Count: "x" is not a number', "a", "x"],
  ];
  expect(await refusedOf({ owner: viewer }, tableId, body.jobId)).toEqual(lines);
  const params = { tableId, jobId: body.jobId };
  const stranger = await call(getRefusedLines, { as: await someone(), params });
  expect(refusal(stranger).status).toBe(404);
  await call(deleteTable, { as: owner, params: { baseId, tableId } });
  expect(await refusedOf({ owner: viewer }, tableId, body.jobId)).toEqual(lines);
});
test("404 for other jobs and imports without them, 409 before the end, 403 for a token without record|read", async () => {
  inProcessOnly("elsewhere jobs begin by themselves");
  const sheet = await aSheet();
  const { owner: as, tableId, baseId } = sheet;
  const { body } = await into(tableId, sheet, { text: "Name\nfine\n" });
  const params = { tableId, jobId: body.jobId };
  expect(refusal(await call(getRefusedLines, { as, params })).status).toBe(409);
  await turn(body.jobId, baseId);
  expect(refusal(await call(getRefusedLines, { as, params })).status).toBe(404);
  const other = { tableId, jobId: await aJobForLater(sheet) };
  expect(refusal(await call(getRefusedLines, { as, params: other })).status).toBe(404);
  const small = { token: await aToken(as.userId, { scopes: ["table|read"] }) };
  expect(refusal(await call(getRefusedLines, { as: small, params })).status).toBe(403);
});

test("has ten thousand lines, and says how many more there were; a long line is named without its cells", async () => {
  const sheet = await aSheet();
  const text = `Name,Count\n${"y".repeat(70_000)},x\n${"a,x\n".repeat(10_030)}`;
  const { body } = await into(sheet.tableId, sheet, { text });
  const { result } = await ended(sheet, { status: 201, body } as never);
  expect(result).toMatchObject({ badLines: 10_031, unlisted: 31 });
  const lines = await refusedOf(sheet, sheet.tableId, body.jobId);
  expect(lines).toHaveLength(10_002);
  expect(lines[1]).toEqual(["2", expect.stringContaining("too long for this file")]);
  expect(lines.at(-1)).toEqual(["", "31 more lines are not in this file"]);
});
