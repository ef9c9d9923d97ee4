/* A store with items of most kinds: what the stores of former formats are recorded from. */
import { handler as deleteTable } from "#functions/table/delete-table";
import { aFullBase } from "#test/support/backups-full";
import { runJobsOf } from "#test/support/events/jobs";
import { aTable } from "#test/support/makers/makers";
import { aWorld } from "#test/support/makers/world";
import { call } from "#test/support/requests/call";

/** Makes everything in the store of the test; gives the full base, and a token for it. */
export async function makeMostItems(): Promise<{ baseId: string; token: string }> {
  await aWorld();
  const { owner, tables, ...place } = await aFullBase(1);
  const gone = await aTable({ name: "Gone" }, owner, place);
  await call(deleteTable, { as: owner, params: { baseId: place.baseId, tableId: gone.tableId } });
  await runJobsOf(...tables);
  return { baseId: place.baseId, token: owner.token };
}
