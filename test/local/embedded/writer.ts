/* Writes transactions and single items until it is killed; says of each when it was acknowledged. For durable.test.ts. */
import { writeSync } from "node:fs";
import { openEngine } from "#lib/local/embedded/open-engine";
import { table } from "./things.ts";

const [file = "", run = ""] = process.argv.slice(2);
const TableName = table.name;
const engine = openEngine({ file, tables: [table] });
const filler = { S: "x".repeat(300) };
let next = 0;

async function write(): Promise<void> {
  for (;;) {
    const id = `${run}-${next++}`;
    const size = 1 + (next % 100);
    const TransactItems = Array.from({ length: size }, (_, i) => ({
      Put: { TableName, Item: { pk: { S: id }, sk: { S: String(i) }, size: { N: String(size) }, filler } },
    }));
    await engine.execute("TransactWriteItems", { TransactItems, ClientRequestToken: id });
    writeSync(1, `${id} ${size}\n`);
  }
}

writeSync(1, "ready\n");
await Promise.all(Array.from({ length: 4 }, write));
