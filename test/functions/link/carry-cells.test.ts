import { beforeAll, expect, test, vi } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as carryCells } from "#functions/link/carry-cells";
import { readSchema } from "#lib/data/schema/table-schema";
import { runJobsOf } from "#test/support/events/jobs";
import { linkedTables } from "#test/support/makers/linked-tables";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("the stack would deliver the change itself");
beforeAll(useOwnStore);

const changed = (tableId: string) =>
  ({
    Records: [
      {
        messageId: "m",
        body: JSON.stringify({
          ...{ kind: "changed", entity: "table", version: 2 },
          key: { pk: `TABLE#${tableId}`, sk: "TABLE" },
        }),
      },
    ],
  }) as Parameters<typeof carryCells>[0];

test("a link carries cells as long as a lookup shows them, whichever of the two tables has changed", async () => {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  const { as, people, films, field } = await linkedTables();
  const [name] = people.table.fields.map(({ id }: { id: string }) => id);
  const params = { tableId: films.tableId };
  const carried = async () => {
    const { fields } = await readSchema(films.tableId);
    const { dependents } = await readSchema(people.tableId);
    const there = dependents.find(({ fieldId }) => fieldId === field.id)?.carries;
    expect(fields.find(({ id }) => id === field.id)?.carries).toEqual(there);
    return there?.fields.map(({ id }) => id);
  };
  await carryCells(changed(films.tableId));
  expect(await carried()).toBe(undefined);
  const lookupOptions = { foreignTableId: people.tableId, linkFieldId: field.id, lookupFieldId: name };
  const lookup = { type: "singleLineText", isLookup: true, name: "Names", lookupOptions };
  const made = await call(createField, { as, params, body: lookup });
  expect(made.status).toBe(201);
  await carryCells(changed(people.tableId));
  expect(await carried()).toEqual([name]);
  await carryCells(changed(films.tableId));
  expect(await carried()).toEqual([name]);
  await runJobsOf(films, people);
  expect((await call(deleteField, { as, params: { ...params, fieldId: made.body.id } })).status).toBe(200);
  await carryCells(changed(films.tableId));
  expect(await carried()).toBe(undefined);
  expect(await carryCells(changed("tbl0000000000000000"))).toEqual({ batchItemFailures: [] });
});
