/* A store of the test file's own: for tests that look at all there is, or work on all of it, so that there is little. */
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { makeTable } from "#lib/local/store/store-table";
import { baseUrl } from "#test/support/run/target";
import { testEngine, useNewEngine } from "./engine.ts";

/**
 * An engine of its own, or a table of its own in the store of the run. Over HTTP it is the store of what answers there: what
 * needs a store of its own is tested in process only.
 */
export async function useOwnStore(): Promise<void> {
  if (baseUrl()) return;
  if (testEngine()) {
    useNewEngine();
    return;
  }
  const name = `gridless-test-${crypto.randomUUID()}`;
  const client = new DynamoDB();
  await makeTable(client, name);
  client.destroy();
  process.env["GRIDLESS_STORE"] = name;
}
