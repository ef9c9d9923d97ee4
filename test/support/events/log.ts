/* The log of changes without a server: what the store's stream has is appended to it when a test says so. */

import type { DynamoDBRecord } from "aws-lambda";
import { TestRunner } from "vitest";
import { handler as listChanges } from "#functions/change/list-changes";
import { handler as dispatchChanges } from "#functions/stream/dispatch-changes";
import type { BaseId } from "#lib/schemas/basics/ids";
import type { BaseChange, ChangesPage } from "#lib/schemas/collaboration/changes";
import { type Asker, call } from "#test/support/requests/call";
import { baseUrl } from "#test/support/run/target";
import { testEngine } from "#test/support/store/engine";

/** The records of the stream after a place; 0 begins with the first. */
export function readStream(after: number): { records: DynamoDBRecord[]; last: number } {
  const engine = testEngine();
  if (!engine) {
    TestRunner.getCurrentTest()?.context.skip("the feed of the engine is read");
    throw new Error("no engine");
  }
  const changes = [];
  for (let from = after; ; from = changes.at(-1)?.sequence ?? from) {
    const some = engine.readChanges(from, 1000);
    if (some.length === 0) break;
    changes.push(...some);
  }
  return {
    records: changes.map(({ record }) => record as DynamoDBRecord),
    last: changes.at(-1)?.sequence ?? after,
  };
}

/** Appends records of the stream to the logs of their bases, as the dispatcher does. */
export const append = (Records: DynamoDBRecord[]) =>
  dispatchChanges.dispatchTo([], async () => [])({ Records });

let read = 0;

/** Appends what is new in the stream. With a server, the server does. */
export async function appendNew(): Promise<void> {
  if (baseUrl()) return;
  const { records, last } = readStream(read);
  read = last;
  if (records.length > 0) await append(records);
}

type Asked = Record<string, string | string[]>;

/** An answer of the endpoint. */
export async function changesOf(as: Asker, baseId: BaseId, query: Asked = {}): Promise<ChangesPage> {
  const { status, body } = await call(listChanges, { as, params: { baseId }, query });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as ChangesPage;
}

/** The cursor of now; what was written before is appended before. */
export async function cursorOfNow(as: Asker, baseId: BaseId): Promise<string> {
  await appendNew();
  return (await changesOf(as, baseId)).cursor;
}

/** Follows a base from a cursor; `next` gives what is new in the log, and goes on from there. */
export async function follow(as: Asker, baseId: BaseId, more: Asked = {}) {
  let cursor = await cursorOfNow(as, baseId);
  async function next(): Promise<BaseChange[]> {
    await appendNew();
    const found: BaseChange[] = [];
    for (;;) {
      const page = await changesOf(as, baseId, { ...more, since: cursor });
      if (page.reset) throw new Error("it was reset");
      cursor = page.cursor;
      found.push(...page.changes);
      if (!page.more) return found;
    }
  }
  return { next, cursor: () => cursor };
}
