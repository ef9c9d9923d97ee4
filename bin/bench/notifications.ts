/* The time from a comment with a mention to its notification, both over HTTP. Stream, dispatcher, queue and consumer are in between. */
import { execFile } from "node:child_process";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { request, type Server } from "../demo/client.ts";
import { type Measured, ms } from "./budget.ts";
import { eightFieldTable, recordOf } from "./records.ts";
import type { Bench } from "./store.ts";

const comments = 100;
const mostMilliseconds = 1000;
/** So many of a hundred must be within the budget. */
const least = 99;
/** An idle stream is polled less often: before every fourth comment there is a pause, so that this is measured too. */
const quietBefore = (i: number) => (i % 4 === 0 ? 700 : 0);
const betweenLooks = 10;
const givenUpAfter = 30_000;

export async function notifications({ dev, environment }: Bench): Promise<Measured[]> {
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
  const colleague = await invited(dev, environment);
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

/** Another user with a token, who may comment in the base. */
async function invited(dev: Bench["dev"], environment: Bench["environment"]): Promise<Server> {
  const email = "colleague@gridless.local";
  const admin = path.join(import.meta.dirname, "../admin.ts");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [admin, "--store", environment.GRIDLESS_STORE, "--name", "Colleague", "--email", email],
    { env: { ...process.env, ...environment } },
  );
  const token = /^token +(\S+)/m.exec(stdout)?.[1] ?? "";
  await request(dev, "POST", `/base/${dev.baseId}/invitation/email`, { emails: [email], role: "commenter" });
  return { url: dev.url, token };
}
