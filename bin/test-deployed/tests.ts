/* Runs the tests against the deployed stack, and reports on them. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { DeployedReport } from "#test/deployed/report";
import { reasonLines } from "#test/support/run/counts";
import { aiModels } from "./changed-settings.ts";
import type { Emulator } from "./emulator.ts";
import { folders } from "./folders.ts";
import type { Part } from "./part.ts";
import { start } from "./processes.ts";
import type { Deployed } from "./stack.ts";

interface Ran {
  report: DeployedReport;
  /** The output of vitest. */
  said: string;
}

/** Runs all of test/deployed, and a part of the endpoints' tests: see part.ts. */
export async function runTests(
  { env, url }: Emulator,
  { apiUrl, origin, storeName }: Deployed,
  part: string,
): Promise<Ran> {
  const report = path.join(folders.run, "report.json");
  const { log, ended } = start("vitest", ["run", "--config", "test/deployed/vitest.config.ts"], {
    name: "tests",
    env: {
      ...env,
      AWS_ENDPOINT_URL_DYNAMODB: url,
      GRIDLESS_STORE: storeName,
      GRIDLESS_ORIGIN: origin,
      GRIDLESS_AI_MODELS: aiModels,
      GRIDLESS_TEST_TARGET: apiUrl,
      GRIDLESS_TEST_REPORT: report,
      GRIDLESS_TEST_PART: part,
    },
  });
  await ended;
  return {
    report: JSON.parse(readFileSync(report, "utf8")) as DeployedReport,
    said: readFileSync(log, "utf8"),
  };
}

/**
 * The share of the tests that must run deployed. Most tests that cannot are in two files of test/every-endpoint, and most that can are in
 * one, so the share of a part differs from the share of all.
 */
const leastShare = { ofAll: 0.9, ofPart: 0.5 };

/** The share of the endpoint tests that ran deployed, and whether it is at least 90 %; of a part 50 %. */
export function shareOf({ endpoints }: DeployedReport, { of }: Part): { lines: string[]; isEnough: boolean } {
  const ran = endpoints.passed + endpoints.failed;
  const all = ran + endpoints.skipped;
  const share = ran / all;
  const least = of === 1 ? leastShare.ofAll : leastShare.ofPart;
  const isEnough = share >= least;
  const verdict = isEnough ? "" : `, fewer than ${least * 100} %`;
  const percent = (share * 100).toFixed(1);
  return {
    lines: [
      ...reasonLines(endpoints),
      `${ran} of the ${all} endpoint tests that run in process ran deployed: ${percent} %${verdict}`,
    ],
    isEnough,
  };
}

/** The output from the list of failures on. */
export const failuresIn = (said: string) => said.slice(Math.max(0, said.indexOf("Failed ")));
