/* Visitors of a share see the same with an index as without: no more of files, links and people. */
import { beforeEach, expect, test, vi } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as createView } from "#functions/view/create-view";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { addToNumber } from "#lib/store/store";
import { makeIndexes } from "#test/functions/index/support";
import { aShare } from "#test/functions/share/support";
import { aFile } from "#test/support/makers/files";
import { call } from "#test/support/requests/call";

beforeEach(() => {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
});

test.each(["Text", "Files", "Who", "By", "Both"])("groups and pages in the order of %s", async (name) => {
  const share = await aShare({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "attachment", name: "Files" },
      { type: "user", name: "Who" },
      { type: "createdBy", name: "By" },
    ],
    // fields that are made later begin hidden
    shareMeta: { includeHiddenField: true },
  });
  const { owner: as, tableId, baseId, viewId, idOf } = share;
  const params = { tableId };
  const ids: Record<string, string> = Object.fromEntries(
    ["Files", "Who", "By"].map((each) => [each, idOf(each)]),
  );
  for (const [text, expression] of [
    ["Text", `CONCATENATE({${ids["Files"]}})`],
    ["Both", `CONCATENATE({${ids["Who"]}}, {${ids["Files"]}})`],
  ] as const) {
    const body = { type: "formula", name: text, options: { expression } };
    const made = await call(createField, { as, params, body });
    expect([made.status, made.body]).toMatchObject([201, {}]);
    ids[text] = made.body.id;
  }
  const file = await aFile(as);
  const records = ["b", "a", "d", "c"].map((Name, i) => ({
    fields: {
      Name,
      Files: [{ ...file.item, name: `${Name}.txt` }],
      ...(i % 2 && { Who: { id: as.userId, title: "" } }),
    },
  }));
  expect((await call(createRecords, { as, params, body: { records } })).status).toBe(201);
  const orders = [{ fieldId: ids[name] ?? "", order: "desc" }];
  const wanted = { name: "wanted", type: "grid", group: orders };
  expect((await call(createView, { as, params, body: wanted })).status).toBe(201);
  const look = async () => {
    const asked = { groupBy: JSON.stringify(orders), fieldKeyType: "id" };
    const [list, groups] = [await share.records(asked), await share.groups(asked)];
    expect([list.status, groups.status]).toEqual([200, 200]);
    const ids = list.body.records.map(({ id }: { id: string }) => id);
    const shown = JSON.stringify([ids, list.body.extra, groups.body], null, 1);
    // addresses say until when they can be read
    return shown.replace(/\?expires=[^"]*/g, "");
  };
  const before = await look();
  await addToNumber(counterKey(tableId), recordsWithoutIndex + 1);
  await makeIndexes({ as, params, baseId, orders, viewId });
  const after = await look();
  expect(after).toEqual(before);
  expect(after).not.toContain(file.item.token);
});
