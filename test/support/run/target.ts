/*
 * GRIDLESS_TEST_TARGET decides where the calls of tests go.
 *
 *   (none)           to the handlers in this process
 *   start            over HTTP to npm start, which the run starts itself
 *   http(s)://…      over HTTP to this address: another npm start, or the deployed stack. AWS_ENDPOINT_URL_DYNAMODB and
 *                    GRIDLESS_STORE must name its store
 */
import { METHODS } from "node:http";
import { beforeEach, TestRunner } from "vitest";

/** The base address of calls over HTTP; undefined in process. */
export const baseUrl = () => process.env["GRIDLESS_TEST_TARGET"] || undefined;

/**
 * Skips tests that work only in process when calls go over HTTP; the summary prints the reason. Called in a test or a helper, it skips this
 * test; called in a `describe` or a file, all its tests.
 */
export function inProcessOnly(reason: string): void {
  if (!baseUrl()) return;
  const test = TestRunner.getCurrentTest();
  if (test) test.context.skip(reason);
  else beforeEach(({ skip }) => skip(reason));
}

/** Whether a method reaches our code: MiniStack handles OPTIONS itself, and Node accepts only standard methods. */
export function reaches(method: string): boolean {
  if (!baseUrl()) return true;
  return isDeployed() ? method !== "OPTIONS" : METHODS.includes(method);
}

/** Whether calls go to the deployed stack in the emulator. */
export const isDeployed = () => baseUrl()?.includes("/_aws/execute-api/") ?? false;
