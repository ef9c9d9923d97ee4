/* Comments on one record and changes of one cell: the record has each comment once, and each change once in its history. */
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Page, Sheet } from "../table.ts";

const comment = (text: string) => ({
  content: [{ type: "p", children: [{ type: "span", value: text }] }],
});

export async function newTalker(number: number, sheet: Sheet) {
  const { wire, tally, path } = sheet;
  const { body: start } = await wire.ask<Page>(
    {
      operation: "create the record to talk about",
      method: "POST",
      path: `${path}/record`,
      body: { records: [{ fields: { Name: `talk ${number}`, Count: 0 } }] },
    },
    201,
  );
  const [record] = start.records as [Page["records"][0]];
  sheet.numbers.set(record.autoNumber, record.id);
  const talk = path.replace("/table/", "/comment/");
  let comments = 0;
  let changes = 0;
  const account = new Map([[record.id, record.fields]]);

  async function say(): Promise<void> {
    const body = comment(`comment ${comments}`);
    await wire.ask({ operation: "comment", method: "POST", path: `${talk}/${record.id}/create`, body }, 201);
    comments++;
  }

  async function change(): Promise<void> {
    const fields = { Count: changes + 1 };
    await wire.ask(
      {
        operation: "change a cell",
        method: "PATCH",
        path: `${path}/record/${record.id}`,
        body: { record: { fields } },
      },
      200,
    );
    changes++;
    account.set(record.id, { ...account.get(record.id), ...fields });
  }

  /** Reads all pages of a list. `member` is the member of a page that has its elements. */
  async function readAll<Of>(at: string, member: string): Promise<Of[]> {
    const found: Of[] = [];
    for (let cursor: string | null | undefined = ""; typeof cursor === "string"; ) {
      const query: string = cursor && `?cursor=${encodeURIComponent(cursor)}`;
      const { body }: { body: Record<string, unknown> } = await wire.ask<Record<string, unknown>>(
        { operation: `list ${member}`, method: "GET", path: at + query },
        200,
      );
      found.push(...(body[member] as Of[]));
      cursor = body["nextCursor"] as string | null | undefined;
    }
    return found;
  }

  async function check(): Promise<void> {
    const found = await readAll<{ content: unknown[] }>(`${talk}/${record.id}/list`, "comments");
    const texts = found.map(({ content }) => /comment \d+/.exec(JSON.stringify(content))?.[0]);
    const wanted = Array.from({ length: comments }, (_, i) => `comment ${i}`);
    tally.holds(
      isDeepStrictEqual(texts.toSorted(), wanted.toSorted()),
      () => `${comments} comments were acknowledged, ${texts.length} are there`,
    );
    const counted = await wire.ask<{ count: number }>(
      { operation: "count comments", method: "GET", path: `${talk}/${record.id}/count` },
      200,
    );
    tally.holds(
      counted.body.count === comments,
      () => `${counted.body.count} comments are counted, ${comments} were acknowledged`,
    );
    await checkHistory();
  }

  /** The history is written after the answer, so it may appear a moment later. */
  async function checkHistory(): Promise<void> {
    const wanted = Array.from({ length: changes }, (_, i) => changes - i);
    let values: unknown[] = [];
    for (let tries = 0; tries < 100; tries++) {
      const entries = await readAll<{ after: { data: unknown } }>(
        `${path}/record/${record.id}/history`,
        "historyList",
      );
      values = entries.map(({ after }) => after.data);
      if (values.length >= changes) break;
      await wait(100);
    }
    tally.holds(
      isDeepStrictEqual(values, wanted),
      () => `${changes} changes were acknowledged, the history has ${values.length}: ${values.slice(0, 20)}`,
    );
  }

  return { account, turn: () => (changes > comments ? say() : change()), check };
}
