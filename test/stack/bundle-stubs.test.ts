import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { withoutErrors } from "#lib/stack/bundles/bundle-stubs";

test("the errors of commands that functions send are kept, those of others are the error that all derive from", () => {
  const client = path.dirname(
    createRequire(import.meta.url).resolve("@aws-sdk/client-dynamodb/package.json"),
  );
  const source = readFileSync(path.join(client, "dist-es/models/errors.js"), "utf8");
  const left = withoutErrors(source);
  const namesIn = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name]) => name).sort();
  const kept = namesIn(left, /^export class (\w+)/gm);
  const others = namesIn(left, /^export \{ __BaseException as (\w+) \};$/gm);
  expect([...kept, ...others].sort()).toEqual(namesIn(source, /^export class (\w+)/gm));
  // as DynamoDB documents them for reading and writing items
  expect(kept).toEqual(
    expect.arrayContaining([
      "ConditionalCheckFailedException",
      "IdempotentParameterMismatchException",
      "InternalServerError",
      "ItemCollectionSizeLimitExceededException",
      "ProvisionedThroughputExceededException",
      "RequestLimitExceeded",
      "ResourceNotFoundException",
      "ThrottlingException",
      "TransactionCanceledException",
      "TransactionConflictException",
      "TransactionInProgressException",
    ]),
  );
  expect(others).toContain("BackupNotFoundException");
});
