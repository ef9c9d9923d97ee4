/* A separate, small store for one test file: for tests that read or change all items of the store. */
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { makeTable } from "#lib/local/store/store-table";
import { baseUrl } from "#test/support/run/target";
import { testEngine, useNewEngine } from "./engine.ts";

/**
 * An engine of its own, or a table of its own in the store of the run. Does nothing over HTTP, where the server has its store: tests that
 * need an own store must run in process only.
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
