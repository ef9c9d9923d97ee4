/*
 * Where the calls of tests go: GRIDLESS_TEST_TARGET.
 *
 *   (none)           to the handlers, in this process
 *   start            over HTTP to npm start, which the run starts itself
 *   http(s)://…      over HTTP to what answers there: another npm start, or the deployed stack. Its store is the one that
 *                    AWS_ENDPOINT_URL_DYNAMODB and GRIDLESS_STORE name
 */
import { METHODS } from "node:http";
import { beforeEach, TestRunner } from "vitest";

/** Where HTTP goes to; undefined in process. */
export const baseUrl = () => process.env["GRIDLESS_TEST_TARGET"] || undefined;

/**
 * For what cannot be tested elsewhere: skipped there, and the summary says why. Called in a test, or by what helps it, that
 * is this test; called in a `describe` or a file, all tests in it.
 */
export function inProcessOnly(reason: string): void {
  if (!baseUrl()) return;
  const test = TestRunner.getCurrentTest();
  if (test) test.context.skip(reason);
  else beforeEach(({ skip }) => skip(reason));
}

/** Whether a method gets through to our code: MiniStack answers OPTIONS itself, Node knows those of the standards only. */
export function reaches(method: string): boolean {
  if (!baseUrl()) return true;
  return isDeployed() ? method !== "OPTIONS" : METHODS.includes(method);
}

/** Whether the stack is asked, behind the gateway of the emulator. */
export const isDeployed = () => baseUrl()?.includes("/_aws/execute-api/") ?? false;
