/* A move that is killed at any point goes on with the same command; one that has not opened the target can be taken back; what is in its way is said. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { lockFile } from "#lib/local/store/data-folder";
import { aPerson, beginMove, caller, readFolder, startTwo, type Two } from "./two-servers.ts";
import { done, fill, join as joinPlace, readTitles, type World, write } from "./world.ts";

const nowhere = "http://127.0.0.1:9/";

/** Begins the move and kills it, so many milliseconds after its first line; gives whether it had ended before. */
async function killAfter(two: Two, milliseconds: number): Promise<boolean> {
  const move = two.begin();
  const ending = move.ended.then(() => true);
  while (!move.output()) if (await Promise.race([ending, wait(10, false)])) break;
  const hasEnded = await Promise.race([ending, wait(milliseconds, false)]);
  move.kill();
  const { code, output } = await move.ended;
  if (hasEnded) expect({ code, output }).toMatchObject({ code: 0 });
  return hasEnded;
}

async function expectAll(two: Two, world: World, acknowledged: ReadonlyMap<string, string>): Promise<void> {
  const b = caller(two.servers.b);
  const titles = await readTitles(b, world);
  expect([...acknowledged].filter(([id, title]) => titles.get(id) !== title)).toEqual([]);
  expect(titles.size).toBe(new Set(titles.values()).size);
  expect((await caller(two.servers.a)("GET", `${world.path}/record`)).status).toBe(410);
}

test("killed again and again under writes: the same command goes on, and nothing is lost", async () => {
  const two = await startTwo();
  const a = caller(two.servers.a);
  const world = await fill(two, nowhere, 300);
  const writer = write(a, world, "w");
  let isDone = false;
  for (const milliseconds of [0, 60, 200, 450]) isDone ||= await killAfter(two, milliseconds);
  if (!isDone) {
    const { code, output } = await two.move();
    expect({ code, output }).toMatchObject({ code: 0 });
  }
  await writer.hasEnded;
  expect(writer.acknowledged.size).toBeGreaterThan(0);
  await expectAll(two, world, writer.acknowledged);
  const again = await two.move();
  expect(again).toEqual({ code: 1, output: expect.stringMatching(/was moved to http\S+ already\n$/) });
}, 240_000);

test("the source's server is killed meanwhile: everything is compared again, and what it removed is removed", async () => {
  const two = await startTwo();
  const world = await fill(two, nowhere, 300);
  let move = two.begin();
  while (!/following what is written|^moved/m.test(move.output())) await wait(5);
  move.kill();
  await move.ended;
  const isMoved = (await caller(two.servers.a)("GET", `${world.path}/record`)).status === 410;
  if (!isMoved) {
    await two.move(["--cancel"]);
    move = two.begin();
    while (!move.output().includes("moving")) await wait(5);
    await wait(30);
    move.kill();
    await move.ended;
    await two.restart("a");
    // in no log that the next run follows
    const change = await caller(two.servers.a)("DELETE", `${world.path}/record/${world.first}`);
    expect([200, 503]).toContain(change.status);
    await two.restart("a");
    const { code, output } = await two.move();
    expect({ code, output }).toMatchObject({ code: 0 });
    if (change.status === 200) {
      const there = await caller(two.servers.b)("GET", `${world.path}/record/${world.first}`);
      expect(there.status).toBe(404);
    }
  }
  await expectAll(two, world, new Map());
}, 240_000);

test("taken back: the source can be written, the target has nothing of it, and it can be moved then", async () => {
  const two = await startTwo();
  const { servers, folders, spaceId } = two;
  const world = await fill(two, nowhere, 300);
  const move = two.begin();
  while (!move.output().includes("moving")) await wait(5);
  await wait(100);
  move.kill();
  const { output } = await move.ended;
  const isOpen = output.includes("the space is open");
  const back = await two.move(["--cancel"]);
  if (isOpen) expect(back).toMatchObject({ code: 1, output: expect.stringContaining("is open at") });
  else {
    expect(back).toMatchObject({ code: 0, output: expect.stringContaining("is taken back") });
    const made = { fieldKeyType: "id", records: [{ fields: { [world.titles]: "after" } }] };
    expect((await caller(servers.a)("POST", `${world.path}/record`, made)).status).toBe(201);
    await servers.b.stop("SIGTERM");
    const names = [
      spaceId,
      two.baseId,
      world.films.id,
      world.people.id,
      world.gone.id,
      world.cast.id,
      "MOVE#",
    ];
    const left = [...(await readFolder(folders.b)).keys()].filter((key) =>
      names.some((name) => key.includes(name)),
    );
    expect(left).toEqual([]);
    await two.restart("b");
    expect(await two.move()).toMatchObject({ code: 0 });
  }
  await expectAll(two, world, new Map());
  const early = await two.move(["--remove"]);
  expect(early).toMatchObject({ code: 1, output: expect.stringContaining("--early") });
  const removed = await two.move(["--remove", "--early"]);
  expect(removed).toMatchObject({ code: 0, output: expect.stringContaining("is being cleared") });
  expect((await caller(servers.a)("GET", `/base/${two.baseId}`)).status).toBe(404);
  await expectRemoved(two, world);
}, 240_000);

/** What the target has stays. */
async function expectRemoved(two: Two, world: World): Promise<void> {
  const { records } = await done(caller(two.servers.b)("GET", `${world.path}/record`));
  expect(records.length).toBeGreaterThan(0);
}

test("what is in the way is said before anything is copied", async () => {
  const two = await startTwo();
  const { servers, folders, spaceId, baseId } = two;
  const a = caller(servers.a);
  const world = await fill(two, nowhere);
  const run = (space: string, from: string, to: string) =>
    beginMove(["--space", space, "--from", from, "--to", to]).ended;
  expect(
    await Promise.all([
      run("spcnone", folders.a, folders.b),
      run(`spc${"A".repeat(16)}`, folders.a, folders.b),
      run(spaceId, folders.a, folders.a),
      run(spaceId, folders.a, `${folders.b}/none`),
    ]),
  ).toMatchObject([
    { code: 2 },
    { code: 1, output: expect.stringContaining("there is no space") },
    { code: 1, output: expect.stringContaining("are the same") },
    { code: 1, output: expect.stringContaining("there is no store") },
  ]);
  expect(await two.move(["--cancel"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("no move of the space"),
  });
  expect(await two.move(["--remove"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("that was moved"),
  });

  const { id: otherSpace } = await done(a("POST", "/space", { name: "Other" }));
  const { id: otherBase } = await done(a("POST", "/base", { spaceId: otherSpace, name: "Other" }));
  const other = await done(
    a("POST", `/base/${otherBase}/table/`, {
      name: "Other",
      fields: [{ name: "Name", type: "singleLineText" }],
    }),
  );
  const link = await done(
    a("POST", `${world.path}/field`, {
      ...{ name: "Elsewhere", type: "link" },
      options: { relationship: "manyMany", foreignTableId: other.id, baseId: otherBase, isOneWay: true },
    }),
  );
  const ada = await aPerson(servers.a, "ada@example.org");
  await aPerson(servers.b, "ada@example.org", { verified: false });
  await joinPlace(two, `/base/${baseId}`, ada, "editor");
  const { code, output } = await two.move();
  expect(code).toBe(1);
  expect(output).toContain(
    `a link between spaces would be cut: Elsewhere of table ${world.films.id} and table ${other.id}`,
  );
  expect(output).toContain(
    "ada@example.org has an account in the target, and the address was not verified in the target",
  );
  expect((await a("DELETE", `${world.path}/field/${link.id}`)).status).toBe(200);
  const release = lockFile(join(folders.b, "move.lock"));
  expect(await two.move()).toMatchObject({ code: 1, output: expect.stringContaining("another move into") });
  release();
  // the address is where it listens
  await two.restart("b", "SIGTERM", { GRIDLESS_ORIGIN: "" });
  expect(await two.move()).toMatchObject({ code: 1, output: expect.stringContaining("may change") });
  await servers.b.stop("SIGTERM");
  expect(await two.move()).toMatchObject({
    code: 1,
    output: expect.stringContaining("no server answers for"),
  });
  const left = [...(await readFolder(folders.b)).keys()].filter((key) => key.includes(spaceId));
  expect(left).toEqual([]);
}, 240_000);
