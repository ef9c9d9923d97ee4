/*
 * The connection to the store, one DynamoDB table. Retrying is ours (retry.ts) and not the SDK's: a transaction must know whether
 * an earlier attempt got no answer (transaction.ts).
 */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { measureRequest } from "./meter.ts";

let opened: DynamoDBDocumentClient | undefined;

/** The client, made at the first use: importing an endpoint does nothing. */
export function client(): DynamoDBDocumentClient {
  opened ??= open();
  return opened;
}

function open(): DynamoDBDocumentClient {
  const opened = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      maxAttempts: 1,
      // the six attempts of a commit end before the 29 s of a function do
      requestHandler: { connectionTimeout: 2_000, requestTimeout: 4_500, throwOnRequestTimeout: true },
    }),
    {
      marshallOptions: { removeUndefinedValues: true, allowImpreciseNumbers: true },
      unmarshallOptions: { wrapNumbers: Number },
    },
  );
  // it goes through all that is sent and read, for a log that nobody keeps
  opened.middlewareStack.remove("loggerMiddleware");
  const step = { step: "initialize", name: "meter" } as const;
  opened.middlewareStack.add((next) => (args) => measureRequest(() => next(args)), step);
  return opened;
}

export const storeName = () => process.env["GRIDLESS_STORE"] ?? "gridless";
