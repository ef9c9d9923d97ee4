/*
 * The DynamoDB client. The SDK's retries are off (`maxAttempts: 1`): retry.ts and transaction.ts retry, because a transaction must
 * know whether an earlier attempt got no answer.
 */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { measureRequest, meterUnits } from "./meter.ts";

let opened: DynamoDBDocumentClient | undefined;

/** The client, created at the first use, so that importing a module opens no connection. */
export function client(): DynamoDBDocumentClient {
  opened ??= open();
  return opened;
}

function open(): DynamoDBDocumentClient {
  const opened = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      maxAttempts: 1,
      // six attempts of a commit (transaction.ts) must end before the 29 s of a function
      requestHandler: { connectionTimeout: 2_000, requestTimeout: 4_500, throwOnRequestTimeout: true },
    }),
    {
      marshallOptions: { removeUndefinedValues: true, allowImpreciseNumbers: true },
      unmarshallOptions: { wrapNumbers: Number },
    },
  );
  // the SDK's logger walks through every request and answer, but no logger is configured
  opened.middlewareStack.remove("loggerMiddleware");
  const step = { step: "initialize", name: "meter" } as const;
  opened.middlewareStack.add(
    (next) => async (args) => {
      const addUnits = meterUnits(args.input);
      const answer = await measureRequest(() => next(args));
      addUnits?.(answer.output);
      return answer;
    },
    step,
  );
  return opened;
}

/** The name of the DynamoDB table. */
export const storeName = () => process.env["GRIDLESS_STORE"] || "gridless";
