/* An engine for a test, and what goes in and out of it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type EngineOptions, openEngine } from "#lib/local/embedded/open-engine";
import { key, table } from "./things.ts";

export { key, table };

/** In memory unless `file` says where; closed when the test ends. */
export function anEngine(options: Partial<EngineOptions> = {}) {
  const engine = openEngine({ file: ":memory:", tables: [table], ...options });
  onTestFinished(() => engine.close());
  // biome-ignore lint/suspicious/noExplicitAny: answers have the form of each operation
  const call = (operation: string, input: object): Promise<any> =>
    engine.execute(operation, { TableName: table.name, ...input });
  const put = (sk: string, more: object = {}) => call("PutItem", { Item: { ...key(sk), ...more } });
  const get = async (sk: string) => (await call("GetItem", { Key: key(sk), ConsistentRead: true })).Item;
  return { engine, call, put, get };
}

/** Name and message of a refusal. */
export async function refusalOf(answer: Promise<unknown>): Promise<string> {
  try {
    await answer;
  } catch (error) {
    const { name, message } = error as Error;
    return `${name}: ${message}`;
  }
  return "not refused";
}

export function aFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "embedded-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "store.db");
}
