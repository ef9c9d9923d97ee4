/* Following changes, in one run of npm start: how soon viewers hear of a commit, what it costs to ask, what idle connections take. */
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { readMegabytes } from "#test/support/run/memory";
import { request } from "../demo/client.ts";
import { type Measured, median, ms, time } from "./budget.ts";
import { createHundred, eightFieldTable } from "./records.ts";

const viewers = 100;
const idle = 1000;
const rounds = 12;
const most = { hint: 50, megabytes: 30, asking: 1.5 };
/** Milliseconds: a base has one hint in a second. */
const apart = 1200;

interface Page {
  cursor: string;
}

export async function followers(): Promise<Measured[]> {
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder);
  try {
    return await measure(server);
  } finally {
    await server.stop("SIGTERM");
    remove();
  }
}

async function measure({ dev, process: { pid = 0 } }: Server): Promise<Measured[]> {
  const tableId = await eightFieldTable({ dev });
  const recordId = await createHundred({ dev }, tableId);
  const changes = `/base/${dev.baseId}/changes`;
  const connect = async () => {
    const { url, ticket } = await request<{ url: string; ticket: string }>(dev, "POST", "/socket/ticket");
    const socket = new WebSocket(url, ["gridless", ticket]);
    await new Promise((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    return socket;
  };
  const sockets = [];
  for (let i = 0; i < viewers; i++) sockets.push(await connect());
  const { cursor: since } = await request<Page>(dev, "GET", changes);
  const watching = sockets.map((socket) => new Promise((resolve) => socket.once("message", resolve)));
  for (const socket of sockets) socket.send(JSON.stringify({ type: "watch", baseId: dev.baseId, since }));
  await Promise.all(watching);

  const firsts: number[] = [];
  const lasts: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await wait(apart);
    const heard: number[] = [];
    const all = sockets.map(
      (socket) =>
        new Promise<void>((resolve) =>
          socket.once("message", () => resolve(void heard.push(performance.now()))),
        ),
    );
    await request(dev, "PATCH", `/table/${tableId}/record/${recordId}`, {
      record: { fields: { Name: `round ${round}` } },
    });
    const answered = performance.now();
    await Promise.all(all);
    firsts.push(Math.max(0, Math.min(...heard) - answered));
    lasts.push(Math.max(0, Math.max(...heard) - answered));
  }
  const asked: number[] = [];
  const got: number[] = [];
  const { cursor } = await request<Page>(dev, "GET", changes);
  for (let round = 0; round < 60; round++) {
    got.push(await time(() => request(dev, "GET", `/table/${tableId}/record/${recordId}`)));
    asked.push(await time(() => request(dev, "GET", `${changes}?since=${cursor}`)));
  }
  for (const socket of sockets) socket.close();
  const before = readMegabytes(pid);
  const open = [];
  for (let i = 0; i < idle; i++) open.push(await connect());
  const grown = readMegabytes(pid) - before;
  for (const socket of open) socket.terminate();
  const ratio = median(asked.slice(20)) / median(got.slice(20));
  return [
    {
      line: `from the answer to the hint, ${viewers} viewers of one base: the first ${ms(median(firsts))}, the last ${ms(median(lasts))} (≤ ${most.hint} ms)`,
      holds: median(lasts) <= most.hint,
    },
    {
      line: `nothing new since a cursor: ${ms(median(asked.slice(20)))}, ${ratio.toFixed(2)} × getting a record (≤ ${most.asking})`,
      holds: ratio <= most.asking,
    },
    {
      line: `${idle} idle connections: ${grown.toFixed(0)} MB (≤ ${most.megabytes})`,
      holds: grown <= most.megabytes,
    },
  ];
}
