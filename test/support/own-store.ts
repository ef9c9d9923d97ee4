/* A table of the test file's own in the store of the run: for tests that look at all there is, or work on all of it. */
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { makeTable } from "#lib/local/store-table";

export async function useOwnStore(): Promise<void> {
  const name = `gridless-test-${crypto.randomUUID()}`;
  const client = new DynamoDB();
  await makeTable(client, name);
  client.destroy();
  process.env["GRIDLESS_STORE"] = name;
}
