/* A sheet of four columns, and the calls of a selection of its cells. */
import { handler as listRecords } from "#functions/record/list-records";
import { handler as clearCells } from "#functions/selection/clear-cells";
import { handler as copyCells } from "#functions/selection/copy-cells";
import { handler as deleteSelectedRecords } from "#functions/selection/delete-selected-records";
import { handler as getSelectedIds } from "#functions/selection/get-selected-ids";
import { handler as pasteCells } from "#functions/selection/paste-cells";
import { handler as previewPaste } from "#functions/selection/preview-paste";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "Count", options: { formatting: { type: "decimal", precision: 0 } } },
  { type: "singleSelect", name: "Status", options: { choices: [{ name: "open" }] } },
  { type: "autoNumber", name: "Id" },
];
const rows = (...names: string[]) => names.map((Name, i) => ({ fields: { Name, Count: i } }));

export async function sheet(names: string[] = ["a", "b", "c", "d"], input: object = {}) {
  const made = await aTable({ fields, records: rows(...names), ...input });
  const { owner, tableId } = made;
  const params = { tableId };
  const as = (by: { token: string } = owner) => ({
    ids: (query: object) => call(getSelectedIds, { as: by, params, query: texts(query) }),
    copy: (query: object) => call(copyCells, { as: by, params, query: texts(query) }),
    paste: (body: object, headers = {}) => call(pasteCells, { as: by, params, body, headers }),
    preview: (body: object) => call(previewPaste, { as: by, params, body }),
    clear: (body: object) => call(clearCells, { as: by, params, body }),
    remove: (query: object, headers = {}) =>
      call(deleteSelectedRecords, { as: by, params, query: texts(query), headers }),
  });
  const list = async (): Promise<[unknown, unknown, unknown][]> =>
    (await call(listRecords, { as: owner, params })).body.records.map(
      ({ fields: cells }: { fields: Record<string, unknown> }) => [
        cells["Name"],
        cells["Count"],
        cells["Status"],
      ],
    );
  const recordIds: string[] = made.table.records.map(({ id }: { id: string }) => id);
  const fieldIds: string[] = made.table.fields.map(({ id }: { id: string }) => id);
  return { ...made, as, ...as(), list, recordIds, fieldIds };
}

/** As the client sends them: JSON in a query string. */
const texts = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [
      key,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
/** Two corners. */
export const cells = (...ranges: number[][]) => ({ ranges });
