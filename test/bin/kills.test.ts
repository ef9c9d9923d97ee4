/* npm start, killed again and again while many write. All thirty: npm run test:load -- --kills 30 */
import { expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { areAllAsked, isWhole } from "#test/support/run/sample";
import { loadOverKills } from "../../bin/test-load/kills/load-over-kills.ts";
import { newTally } from "../../bin/test-load/tally.ts";

const kills = areAllAsked ? 30 : isWhole ? 3 : 2;

test("killed under load: nothing that was acknowledged is lost, nothing is half, nothing is twice", async () => {
  const { folder, remove } = temporaryFolder();
  const tally = newTally();
  try {
    await loadOverKills({ folder, kills, clients: 6, tally, tell: () => {} });
  } finally {
    remove();
  }
  expect(tally.failures()).toEqual([]);
  expect(tally.answered()).toBeGreaterThan(10 * kills);
}, 600_000);
