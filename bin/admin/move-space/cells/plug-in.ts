/*
 * Makes lib/store of this process use the store of one cell: for commits, and for what the product does itself. Credentials stay out of the
 * environment, because the other cell may be reached by those that are there.
 */
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { client } from "#lib/store/client";

interface Connection {
  table: string;
  region: string;
  credentials: DynamoDBClient["config"]["credentials"];
  /** Where requests go, in place of the address that the SDK knows. */
  url?: string;
}

/** Before the first use of lib/store. One cell for each run. */
export function plugIn({ table, region, credentials, url }: Connection): void {
  Object.assign(process.env, { GRIDLESS_STORE: table, AWS_REGION: region });
  const { config, middlewareStack } = client();
  Object.assign(config, { credentials });
  if (!url) return;
  const { protocol, hostname, port } = new URL(url);
  middlewareStack.add(
    (next) => (args) => {
      Object.assign(args.request as object, { protocol, hostname, port: Number(port) });
      return next(args);
    },
    { step: "build", priority: "high", name: "cell" },
  );
}
