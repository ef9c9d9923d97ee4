/*
 * Writes until the disk has no more room, reads what it was told is kept, closes, and reads it again. Says what it found as JSON. For
 * full-disk.test.ts, which runs it with a limit on the size of files.
 */
import { openEngine } from "#lib/local/embedded/open-engine";
import { key, table } from "./things.ts";

const [file = ""] = process.argv.slice(2);
const TableName = table.name;
const filler = { S: "x".repeat(4000) };
const atOnce = 50;
const mostItems = 20_000;

const open = () => openEngine({ file, tables: [table] });
const kept: string[] = [];
const refusals = new Set<string>();
let engine = open();

async function put(sk: string): Promise<void> {
  try {
    await engine.execute("PutItem", { TableName, Item: { ...key(sk), filler } });
    kept.push(sk);
  } catch (error) {
    refusals.add((error as Error).name);
  }
}

async function countLost(): Promise<number> {
  let lost = 0;
  for (const sk of kept) {
    const { Item } = await engine.execute("GetItem", { TableName, Key: key(sk) });
    if ((Item as { filler: typeof filler } | undefined)?.filler.S !== filler.S) lost++;
  }
  return lost;
}

for (let next = 0; refusals.size === 0 && next < mostItems; next += atOnce)
  await Promise.all(Array.from({ length: atOnce }, (_, i) => put(String(next + i))));
const lost = [await countLost()];
engine.close();
engine = open();
lost.push(await countLost());
engine.close();
process.stdout.write(JSON.stringify({ kept: kept.length, refusals: [...refusals], lost }));
