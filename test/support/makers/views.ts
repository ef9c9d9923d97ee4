/* The views of a table, as its owner works with them. */
import { handler as createView } from "#functions/view/create-view";
import { handler as getView } from "#functions/view/get-view";
import { handler as listViews } from "#functions/view/list-views";
import type { Endpoint } from "#lib/http/endpoint";
import type { View } from "#lib/schemas/tables/view";
import { type Answer, call } from "#test/support/requests/call";
import type { aTable } from "./makers.ts";

export function viewsOf({ owner, tableId }: Pick<Awaited<ReturnType<typeof aTable>>, "owner" | "tableId">) {
  const inTable = { as: owner, params: { tableId } };
  const asking = (viewId: string, body?: unknown) => ({
    as: owner,
    params: { tableId, viewId },
    ...(body !== undefined && { body }),
  });
  return {
    async create(body: object): Promise<View> {
      const { status, body: view } = await call(createView, { ...inTable, body });
      if (status !== 201) throw new Error(`the view was refused: ${JSON.stringify(view)}`);
      return view;
    },
    get: async (viewId: string): Promise<View> => (await call(getView, asking(viewId))).body,
    list: async (): Promise<View[]> => (await call(listViews, inTable)).body,
    ask: (endpoint: Endpoint, viewId: string, body?: unknown): Promise<Answer> =>
      call(endpoint, asking(viewId, body)),
  };
}
