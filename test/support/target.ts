/*
 * Where the calls of tests go: GRIDLESS_TEST_TARGET.
 *
 *   (none)           to the handlers, in this process
 *   start            over HTTP to npm start, which the run starts itself
 *   http(s)://…      over HTTP to what answers there: another npm start, or the deployed stack. Its store is the one that
 *                    AWS_ENDPOINT_URL_DYNAMODB and GRIDLESS_STORE name
 */
import { METHODS } from "node:http";
import { beforeEach } from "vitest";

/** Where HTTP goes to; undefined in process. */
export const baseUrl = () => process.env["GRIDLESS_TEST_TARGET"] || undefined;

/** What stands before the tests of a file or a `describe` that cannot run elsewhere: skipped there, and the summary says why. */
export function inProcessOnly(reason: string): void {
  beforeEach(({ skip }) => skip(baseUrl() !== undefined, reason));
}

/** Whether a method gets through to our code: MiniStack answers OPTIONS itself, Node knows those of the standards only. */
export function reaches(method: string): boolean {
  const base = baseUrl();
  if (!base) return true;
  return base.includes("/_aws/execute-api/") ? method !== "OPTIONS" : METHODS.includes(method);
}
