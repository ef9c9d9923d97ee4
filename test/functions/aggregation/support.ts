/* Four records to count, and their owner's calls. */
import { handler as aggregateRecords } from "#functions/aggregation/aggregate-records";
import { handler as countSearchHits } from "#functions/aggregation/count-search-hits";
import { handler as listGroupPoints } from "#functions/aggregation/list-group-points";
import { handler as listSearchHits } from "#functions/aggregation/list-search-hits";
import { aSheet, field } from "#test/functions/record/support/records";
import { type Asking as Asked, call } from "#test/support/requests/call";

type Query = NonNullable<Asked["query"]>;

export const json = (value: unknown) => JSON.stringify(value);

export async function aCountedSheet() {
  const sheet = await aSheet({
    fields: [
      field("Name", "singleLineText"),
      field("City", "singleSelect", { options: { choices: [{ name: "Rome" }, { name: "Oslo" }] } }),
      field("Age", "number"),
    ],
  });
  const { body } = await sheet.create([
    { Name: "Ada", City: "Rome", Age: 36 },
    { Name: "Bob", City: "Oslo", Age: 20 },
    { Name: "Rome", Age: 7 },
    { Name: "Dee", City: "Rome" },
  ]);
  const ids: Record<string, string> = Object.fromEntries(
    sheet.table.fields.map(({ name, id }: { name: string; id: string }) => [name, id]),
  );
  const records: { id: string }[] = body.records;
  const asking = (query: Query) => ({ as: sheet.owner, params: sheet.params, query });
  return {
    ...sheet,
    ids,
    records,
    aggregate: (query: Query) => call(aggregateRecords, asking(query)),
    groups: (query: Query) => call(listGroupPoints, asking(query)),
    countHits: (query: Query) => call(countSearchHits, asking(query)),
    hits: (query: Query) => call(listSearchHits, asking(query)),
  };
}
