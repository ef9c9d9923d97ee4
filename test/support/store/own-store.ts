/* A table of the test file's own in the store of the run: for tests that look at all there is, or work on all of it, so that there is little. */
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { makeTable } from "#lib/local/store/store-table";
import { baseUrl } from "#test/support/run/target";

/** Over HTTP it is that of what answers there: what must have one to itself is tested in process only. */
export async function useOwnStore(): Promise<void> {
  if (baseUrl()) return;
  const name = `gridless-test-${crypto.randomUUID()}`;
  const client = new DynamoDB();
  await makeTable(client, name);
  client.destroy();
  process.env["GRIDLESS_STORE"] = name;
}
