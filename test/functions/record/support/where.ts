/* Tables whose records are changed and deleted by filters. */
import { handler as deleteWhere } from "#functions/record/delete-records-where";
import { handler as redo } from "#functions/record/redo-operation";
import { handler as undo } from "#functions/record/undo-operation";
import { handler as updateWhere } from "#functions/record/update-records-where";
import type { Someone } from "#test/support/makers/makers";
import { type Asking, call } from "#test/support/requests/call";
import { type Answered, aSheet } from "./records.ts";

export interface Where {
  as?: Someone;
  headers?: Asking["headers"];
}

/** A table, its calls by filters, and what its cells are. */
export async function aTableToFilter(input: object = {}, ...place: [owner?: Someone]) {
  const sheet = await aSheet(input, ...place);
  const { params, owner } = sheet;
  const turn = (handler: typeof undo) => (idempotencyKey: string) =>
    call(handler, { as: owner, params, query: { idempotencyKey } });
  return {
    ...sheet,
    updateWhere: (body: unknown, { as = owner, headers = {} }: Where = {}) =>
      call(updateWhere, { as, params, body, headers }),
    deleteWhere: (body: unknown, { as = owner, headers = {} }: Where = {}) =>
      call(deleteWhere, { as, params, body, headers }),
    undo: turn(undo),
    redo: turn(redo),
    records: async () => (await sheet.walk()).records,
    /** The cells of a field, in natural order. */
    cells: async (name: string) => (await sheet.walk()).records.map(({ fields }) => fields[name]),
  };
}

/** A filter with one item. */
export const only = (fieldId: string, operator: string, value: unknown = null) => ({
  conjunction: "and",
  filterSet: [{ fieldId, operator, value }],
});

export const idsOf = (records: Answered[]) => records.map(({ id }) => id);
