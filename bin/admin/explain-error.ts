/* What a word of npm run admin says of an error that is not its own: one line, as far as a person can do something. */
import { DynamoDBServiceException, ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import { StartError } from "#lib/local/process/start-error";
import { AppError } from "#lib/schemas/basics/error";

/** Throws a StartError that says what is missing: credentials, a region, the table; any other error as it is. */
export function explainError(error: unknown): never {
  const cause = error instanceof AppError ? error.cause : error;
  const said = cause instanceof Error ? (cause.message.split("\n", 1)[0] ?? "") : "";
  const table = process.env["GRIDLESS_STORE"];
  if (table && cause instanceof ResourceNotFoundException)
    throw new StartError(`AWS has no table ${table} there: ${said}`, { cause: error });
  // what AWS refuses, no retry mends
  if (cause instanceof DynamoDBServiceException && cause.$fault === "client" && said)
    throw new StartError(`AWS refuses: ${said}`, { cause: error });
  if (!(error instanceof AppError)) throw error;
  throw new StartError(error.message + (said && `: ${said}`), { cause: error });
}
