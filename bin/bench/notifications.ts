/* The time from a comment with a mention to its notification, both over HTTP. The feed, dispatcher, queue and consumer are in between. */
import { execFile } from "node:child_process";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { DevJson } from "#lib/local/process/dev-json";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { startServer } from "#test/support/requests/server";
import { request, type Server } from "../demo/client.ts";
import { type Measured, ms } from "./budget.ts";
import { eightFieldTable, recordOf } from "./records.ts";

const comments = 100;
const mostMilliseconds = 1000;
/** How many of a hundred notifications must arrive within the budget. */
const least = 99;
/** Milliseconds of pause before a comment. Every fourth comment has one, because a process at rest may start to work more slowly. */
const quietBefore = (i: number) => (i % 4 === 0 ? 700 : 0);
const betweenLooks = 10;
const givenUpAfter = 30_000;

export async function notifications(): Promise<Measured[]> {
  const { folder, remove } = temporaryFolder();
  const first = await startServer(folder);
  await first.stop("SIGTERM");
  const token = await makeColleague(folder);
  const server = await startServer(folder);
  try {
    await request(server.dev, "POST", `/base/${server.dev.baseId}/invitation/email`, {
      emails: [email],
      role: "commenter",
    });
    return await measure(server.dev, { url: server.dev.url, token });
  } finally {
    await server.stop("SIGTERM");
    remove();
  }
}

async function measure(dev: DevJson, colleague: Server): Promise<Measured[]> {
  const tableId = await eightFieldTable({ dev });
  const made = { records: [recordOf(0)] };
  const { records } = await request<{ records: { id: string }[] }>(
    dev,
    "POST",
    `/table/${tableId}/record`,
    made,
  );
  const at = `/comment/${tableId}/${records[0]?.id}/create`;
  const content = [{ type: "p", children: [{ type: "mention", value: dev.userId }] }];
  const unread = async () =>
    (await request<{ unreadCount: number }>(dev, "GET", "/notifications/unread-count")).unreadCount;

  const times: number[] = [];
  for (let i = 0; i < comments; i++) {
    await wait(quietBefore(i));
    const before = await unread();
    const begun = performance.now();
    await request(colleague, "POST", at, { content });
    while ((await unread()) === before) {
      if (performance.now() - begun > givenUpAfter) throw new Error("a comment caused no notification");
      await wait(betweenLooks);
    }
    times.push(performance.now() - begun);
  }
  const [median, nearlyAll, slowest] = [comments / 2, least, comments].map(
    (n) => times.toSorted((a, b) => a - b)[n - 1] ?? Number.NaN,
  ) as [number, number, number];
  return [
    {
      line: `of ${comments} comments ${least} within ${ms(nearlyAll)} (≤ ${mostMilliseconds} ms), half within ${ms(median)}, all within ${ms(slowest)}`,
      holds: nearlyAll <= mostMilliseconds,
    },
  ];
}

const email = "colleague@gridless.local";

/** Gives the token of another user. */
async function makeColleague(folder: string): Promise<string> {
  const script = path.join(import.meta.dirname, "make-colleague.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder, email]);
  return stdout;
}
