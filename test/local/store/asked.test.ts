/* A server is asked by files in its data folder: each who asks is answered once, also if several ask at once, or while it starts. */
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { answerAsked, askServer } from "#lib/local/store/asked/ask-server";
import { openDataFolder, versionOf } from "#lib/local/store/data-folder";
import { temporaryFolder } from "#lib/local/store/temporary-folder";

function aFolder({ isOpen = true } = {}) {
  const { folder, remove } = temporaryFolder();
  const opened = isOpen ? openDataFolder(folder, [versionOf.embedded]) : undefined;
  onTestFinished(() => {
    opened?.close();
    remove();
  });
  return { folder, name: "sum", what: "a sum" };
}

function serve(kind: ReturnType<typeof aFolder>) {
  const done: unknown[] = [];
  const served = answerAsked(
    kind,
    async ({ number }) => {
      done.push(number);
      if (number === 13) throw new Error("not 13");
      return { doubled: 2 * Number(number) };
    },
    () => {},
  );
  onTestFinished(() => served.stop());
  return done;
}

test("each of several who ask at once has its own answer, and each request is done once", async () => {
  const kind = aFolder();
  const done = serve(kind);
  const numbers = [1, 2, 3, 13];
  const answers = await Promise.all(
    // they look at different times
    numbers.map(async (number, i) => {
      await wait(45 * i);
      return askServer(kind, { number });
    }),
  );
  expect(answers.map(({ id: _, ...answer }) => answer)).toEqual([
    { doubled: 2 },
    { doubled: 4 },
    { doubled: 6 },
    { error: "not 13" },
  ]);
  expect(done.toSorted()).toEqual(numbers.toSorted());
  expect(readdirSync(kind.folder).filter((name) => name.startsWith("sum"))).toEqual([]);
});

test("who asks while the server starts is answered", async () => {
  const kind = aFolder();
  const asked = askServer(kind, { number: 1 });
  const file = join(kind.folder, "sum-wanted.json");
  expect(existsSync(file)).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  serve(kind);
  expect(await asked).toMatchObject({ doubled: 2 });
});

test("what a process asked that is gone is not done by a server that starts later", async () => {
  const kind = aFolder();
  writeFileSync(join(kind.folder, "sum-wanted.json"), JSON.stringify({ id: "gone", number: 7 }));
  const done = serve(kind);
  expect(await askServer(kind, { number: 1 })).toMatchObject({ doubled: 2 });
  expect(done).toEqual([1]);
});

test("without a server, and where a process takes no such request: the error says what to do, and nothing is left", async () => {
  const [dead, other] = [aFolder({ isOpen: false }), aFolder()];
  const [alone, taken] = await Promise.allSettled([askServer(dead, {}), askServer(other, {})]);
  expect(alone).toMatchObject({ reason: { message: expect.stringContaining("no server answers for") } });
  expect(taken).toMatchObject({
    reason: { message: expect.stringContaining("takes no request for a sum: it is not npm start") },
  });
  for (const { folder } of [dead, other])
    expect(readdirSync(folder).filter((name) => name.startsWith("sum"))).toEqual([]);
});

test("a server that ends before it has answered", async () => {
  const kind = aFolder({ isOpen: false });
  const opened = openDataFolder(kind.folder, [versionOf.embedded]);
  answerAsked(
    kind,
    () => new Promise(() => {}),
    () => {},
  );
  const asked = askServer(kind, {}).catch((error: Error) => error.message);
  while (!existsSync(join(kind.folder, "sum-wanted.json"))) await wait(10);
  while (existsSync(join(kind.folder, "sum-wanted.json"))) await wait(10);
  await wait(300);
  opened.close();
  expect(await asked).toContain("ended before it answered a request for a sum");
});
