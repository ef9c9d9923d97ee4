/* The types of one base (npm run types, here `#base`) with the client of the document (`#api`): only compiled, never run. */

import createClient from "openapi-fetch";
import type { paths } from "#api";
import type { Filter, Typed, TypedFilterItem, TypedSent } from "#base";

const client = createClient<paths>({ baseUrl: "http://127.0.0.1:3000" });
const params = { path: { tableId: "tbl4mSa1Cw6nZ8tQ0Yh" } };

export async function readNames(): Promise<(string | undefined)[]> {
  const filter: Filter<TypedFilterItem> = {
    conjunction: "and",
    filterSet: [{ fieldId: "Count", operator: "isGreater", value: 2 }],
  };
  const { data } = await client.POST("/table/{tableId}/record/list", { params, body: { filter } });
  return (data?.records ?? []).map(({ fields }) => (fields as Typed).Name);
}

export async function write(fields: TypedSent): Promise<void> {
  await client.POST("/table/{tableId}/record", { params, body: { records: [{ fields }] } });
}

await write({ Name: "Ada", Count: 3, Status: "light" });
// @ts-expect-error Count is a number
await write({ Count: "3" });
