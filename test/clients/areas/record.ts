import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, tableId, recordId }: World): Promise<void> {
  const params = { path: { tableId } };
  const { records } = await got(
    client.POST("/table/{tableId}/record", { params, body: { records: [{ fields: { Name: "Edith" } }] } }),
  );
  expect(records[0]?.fields["Name"]).toBe("Edith");
  const filter = { conjunction: "and", filterSet: [{ fieldId: "Count", operator: "is", value: 3 }] };
  const page = await got(
    client.GET("/table/{tableId}/record", {
      params: { ...params, query: { filter: JSON.stringify(filter), "projection[]": ["Name"], take: 5 } },
    }),
  );
  expect(page.records.map(({ fields }) => fields)).toEqual([{ Name: "Ada" }]);
  const wrong = () =>
    // @ts-expect-error a filter in a query string is JSON text
    client.GET("/table/{tableId}/record", { params: { ...params, query: { filter } } });
  await expect(wrong()).rejects.toThrow();
  // @ts-expect-error the page size is take
  await client.GET("/table/{tableId}/record", { params: { ...params, query: { limit: 5 } } });
  const body = { orderBy: [{ fieldId: "Count", order: "desc" as const }], take: 1 };
  expect((await got(client.POST("/table/{tableId}/record/list", { params, body }))).records).toHaveLength(1);
  // @ts-expect-error a filter is a group
  await client.POST("/table/{tableId}/record/list", { params, body: { filter: filter.filterSet[0] } });
  // @ts-expect-error keys are names, ids or dbFieldNames
  await client.POST("/table/{tableId}/record/list", { params, body: { fieldKeyType: "key" } });

  const changed = await got(
    client.PATCH("/table/{tableId}/record", {
      params,
      body: { records: [{ id: recordId, fields: { Count: 3 } }] },
    }),
  );
  // a list of records, and for an upsert also the ids of those that were created
  const all = Array.isArray(changed) ? changed : changed.records;
  expect(all.map(({ id }) => id)).toEqual([recordId]);
}
