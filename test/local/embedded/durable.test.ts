import { spawn } from "node:child_process";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openEngine } from "#lib/local/embedded/open-engine";
import { chance } from "#test/support/run/chance";
import { aFile, key, table } from "./support.ts";

const writer = fileURLToPath(new URL("writer.ts", import.meta.url));

/** Runs the writer for a while and kills it; gives the transactions it said were acknowledged. */
function writeUntilKilled(file: string, run: number): Promise<Map<string, number>> {
  const child = spawn(process.execPath, [writer, file, String(run)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  return new Promise((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (said === "") setTimeout(() => child.kill("SIGKILL"), 100 + chance() * 300);
      said += text;
    });
    child.once("close", () => {
      // the last line may be half
      const lines = said.split("\n").slice(1, -1);
      resolve(
        new Map(
          lines.map((line) => line.split(" ") as [string, string]).map(([id, size]) => [id, Number(size)]),
        ),
      );
    });
  });
}

test("killed ten times under writes: what was acknowledged is there, no transaction is torn, and its changes are fed", async () => {
  const file = aFile();
  const acknowledged = new Map<string, number>();
  for (let run = 0; run < 10; run++)
    for (const [id, size] of await writeUntilKilled(file, run)) acknowledged.set(id, size);
  expect(acknowledged.size).toBeGreaterThan(50);
  const engine = openEngine({ file, tables: [table] });
  const found = new Map<string, { size: number; items: number }>();
  for (let start: unknown; ; ) {
    const page = await engine.execute("Scan", {
      TableName: table.name,
      ...(start !== undefined && { ExclusiveStartKey: start }),
    });
    for (const { pk, size } of page["Items"] as { pk: { S: string }; size: { N: string } }[]) {
      const transaction = found.get(pk.S) ?? { size: Number(size.N), items: 0 };
      found.set(pk.S, { ...transaction, items: transaction.items + 1 });
    }
    start = page["LastEvaluatedKey"];
    if (!start) break;
  }
  for (const [id, { size, items }] of found) expect([id, items]).toEqual([id, size]);
  for (const [id, size] of acknowledged) expect([id, found.get(id)?.items]).toEqual([id, size]);
  const items = [...found.values()].reduce((sum, each) => sum + each.items, 0);
  expect(engine.lastChange()).toBe(items);
  engine.close();
});

test("no file can be read by others, also one that was there before; closing leaves one file", async () => {
  const file = aFile();
  writeFileSync(file, "", { mode: 0o644 });
  const engine = openEngine({ file, tables: [table] });
  await engine.execute("PutItem", { TableName: table.name, Item: key("a") });
  const folder = dirname(file);
  const modes = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
  expect(modes()).toEqual([
    ["store.db", 0o600],
    ["store.db-wal", 0o600],
  ]);
  engine.close();
  expect(modes()).toEqual([["store.db", 0o600]]);
});

test("a file that is open cannot be opened a second time", () => {
  const file = aFile();
  const engine = openEngine({ file, tables: [table] });
  expect(() => openEngine({ file, tables: [table] })).toThrow("locked");
  engine.close();
});

test("closing finishes the writes that wait", async () => {
  const file = aFile();
  const engine = openEngine({ file, tables: [table] });
  const writing = engine.execute("PutItem", { TableName: table.name, Item: key("a") });
  await Promise.resolve();
  engine.close();
  await writing;
  const again = openEngine({ file, tables: [table] });
  expect(await again.execute("GetItem", { TableName: table.name, Key: key("a") })).toEqual({
    Item: key("a"),
  });
  again.close();
});

test("after closing, reads and writes fail as a store that cannot answer", async () => {
  const engine = openEngine({ file: ":memory:", tables: [table] });
  engine.close();
  const Item = key("a");
  for (const answer of [
    engine.execute("GetItem", { TableName: table.name, Key: Item }),
    engine.execute("PutItem", { TableName: table.name, Item }),
  ])
    await expect(answer).rejects.toMatchObject({ name: "InternalServerError", $fault: "server" });
});

test("a file whose table has other keys is refused, and is free again", () => {
  const file = aFile();
  openEngine({ file, tables: [table] }).close();
  const other = { ...table, sortKey: { name: "sk", type: "N" as const } };
  expect(() => openEngine({ file, tables: [other] })).toThrow("is another one");
  openEngine({ file, tables: [table] }).close();
});
