/* A copy comes to its end while others write without a pause: they write less often than it takes a step. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openEngine } from "#lib/local/embedded/open-engine";
import { storeTable } from "#lib/local/store/embedded-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";

const TableName = "gridless";
const pagesOfStep = 64;
const pageSize = 8192;
/** Milliseconds without a step, after which a write goes on all the same. */
const patience = 250;

test("each step of a copy lets one commit go, so a copy ends however often others write", async () => {
  const { folder, remove } = temporaryFolder();
  const engine = openEngine({ file: join(folder, "store.sqlite"), tables: [storeTable(TableName)] });
  onTestFinished(() => {
    engine.close();
    remove();
  });
  const put = (n: number) =>
    engine.execute("PutItem", {
      TableName,
      Item: { pk: { S: "item" }, sk: { S: `${n}` }, filler: { S: "x".repeat(30_000) } },
    });
  for (let n = 0; n < 300; n++) await put(n);
  let isEnded = false;
  let written = 0;
  const writing = (async () => {
    while (!isEnded) {
      await put(1000 + (written % 3));
      written++;
    }
  })();
  for (const name of ["first", "second"]) {
    const before = written;
    const begun = performance.now();
    await engine.copyTo(join(folder, name));
    const waited = Math.ceil((performance.now() - begun) / patience);
    const steps = Math.ceil(statSync(join(folder, name)).size / pageSize / pagesOfStep);
    // the first and the last one: a commit may have begun before the copy, or ended after it
    expect(written - before).toBeLessThanOrEqual(steps + waited + 2);
  }
  isEnded = true;
  await writing;
  const beside = written;
  await put(0);
  expect(beside).toBeGreaterThan(10);
});
