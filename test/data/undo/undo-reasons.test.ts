import { beforeAll, expect, test } from "vitest";
import { handler as importRecords } from "#functions/csv/import-records";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as describeTable } from "#functions/table/describe-table";
import { handler as renameTable } from "#functions/table/rename-table";
import { handler as setTableIcon } from "#functions/table/set-table-icon";
import { handler as disableShare } from "#functions/view/disable-share";
import { handler as enableShare } from "#functions/view/enable-share";
import { handler as refreshShareId } from "#functions/view/refresh-share-id";
import { handler as sortRows } from "#functions/view/sort-rows";
import { handler as updateShareMeta } from "#functions/view/update-share-meta";
import { withThree } from "#test/functions/record/support/undo";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

type Window = Awaited<ReturnType<typeof withThree>>;

const viewId = ({ table }: Window) => table.defaultViewId;
const shared = (window: Window) => window.ask(enableShare, { params: { viewId: viewId(window) } });

const acts: [string, (window: Window) => Promise<{ status: number }>, reason: string][] = [
  [
    "a conversion",
    ({ ask, table }) =>
      ask(convertField, { params: { fieldId: table.fields[0].id }, body: { type: "longText" } }),
    'the conversion of "Name" is not undone: convert the field back',
  ],
  ["a share", shared, "a change of the share of"],
  [
    "another address of a share",
    async (window) => {
      await shared(window);
      return window.ask(refreshShareId, { params: { viewId: viewId(window) } });
    },
    "a change of the share of",
  ],
  [
    "the end of a share",
    async (window) => {
      await shared(window);
      return window.ask(disableShare, { params: { viewId: viewId(window) } });
    },
    "a change of the share of",
  ],
  [
    "what a share allows",
    (window) =>
      window.ask(updateShareMeta, { params: { viewId: viewId(window) }, body: { allowCopy: true } }),
    "a change of the share of",
  ],
  [
    "an import",
    ({ ask }) => ask(importRecords, { body: { text: "Name\nimported\n" } }),
    "an import is not undone",
  ],
  [
    "rows that are sorted once",
    (window) =>
      window.ask(sortRows, {
        params: { viewId: viewId(window) },
        body: { sortObjs: [{ fieldId: window.table.fields[0].id, order: "desc" }] },
      }),
    "sorting the rows once is not undone",
  ],
  [
    "a name of the table",
    ({ ask, table }) => ask(renameTable, { params: { baseId: table.baseId }, body: { name: "Other" } }),
    "a change of the table itself",
  ],
  [
    "a description of the table",
    ({ ask, table }) => ask(describeTable, { params: { baseId: table.baseId }, body: { description: "x" } }),
    "a change of the table",
  ],
  [
    "an icon of the table",
    ({ ask, table }) => ask(setTableIcon, { params: { baseId: table.baseId }, body: { icon: "🍎" } }),
    "a change of the table",
  ],
];

test.each(acts)(
  "201: undo after %s is `failed` with the reason, and nothing older is undone",
  async (_, act, reason) => {
    const window = await withThree();
    const older = {
      params: { recordId: window.ids[0] ?? "" },
      body: { record: { fields: { Name: "older" } } },
    };
    expect((await window.ask(updateRecord, older)).status).toBe(200);
    expect((await act(window)).status).toBeLessThan(300);
    const before = await window.state();
    const { status, body } = await window.undo();
    expect({ status, body }).toMatchObject({ status: 201, body: { status: "failed" } });
    expect(body.errorMessage).toContain(reason);
    expect(await window.state()).toEqual(before);
    expect(await window.undo()).toMatchObject({ body });
  },
);
