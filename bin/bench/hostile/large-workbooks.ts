/*
 * Small files that unpack to much, read by one run of npm start many times at once: its memory stays bounded, each request is answered or is a
 * 429 with `Retry-After`, and small requests are answered meanwhile. Linux only.
 */
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { readMegabytes } from "#test/support/run/memory";
import { aWorkbook, rowsOf } from "#test/support/workbooks";
import { uploaded } from "../../demo/backup.ts";
import { request } from "../../demo/client.ts";
import type { Measured } from "../budget.ts";

/** The budget: megabytes above the memory at rest. */
const most = 400;
const lookEvery = 100;
const mebibyte = 1024 ** 2;

/** The shared texts of 60 MB: few long ones, many short ones. */
const texts: Record<string, string> = {
  "long texts": `<si><t>${"a".repeat(100_000)}</t></si>`.repeat(600),
  "short texts": "<si><t>abcdefghijk</t></si>".repeat(1_900_000),
};

export async function largeWorkbooks(): Promise<Measured[]> {
  const { folder, remove } = temporaryFolder();
  let server: Server | undefined;
  try {
    server = await startServer(folder);
    const { dev } = server;
    const pid = server.process.pid as number;
    const { id: spaceId } = await request<{ id: string }>(dev, "POST", "/space", { name: "Files" });
    const { id: baseId } = await request<{ id: string }>(dev, "POST", "/base", { spaceId, name: "Files" });
    const measured: Measured[] = [];
    for (const [name, strings] of Object.entries(texts)) {
      const rows = rowsOf([["Name"], ["a"]]);
      const file = await aWorkbook({ sheets: [{ name: "Sheet", xml: rows }], strings });
      const token = await uploaded(dev, file);
      for (const [what, path, count] of [
        ["previews", `/base/${baseId}/import/preview`, 30],
        ["previews", `/base/${baseId}/import/preview`, 100],
        ["imports", `/base/${baseId}/import`, 30],
      ] as const) {
        const { statuses, peak, strange } = await measure(dev, pid, path, count, { token });
        const counts = Object.entries(statuses).map(([status, times]) => `${times} × ${status}`);
        measured.push({
          line: `${count} ${what} of ${(file.length / mebibyte).toFixed(2)} MB with ${name} at once: ${Math.round(peak)} MB over those at rest (≤ ${most}), ${counts.join(", ")}`,
          holds: peak <= most && strange === 0,
        });
      }
    }
    return measured;
  } finally {
    await server?.stop("SIGTERM");
    remove();
  }
}

async function measure(dev: Server["dev"], pid: number, path: string, count: number, body: object) {
  const atRest = readMegabytes(pid);
  let peak = 0;
  const looking = setInterval(() => {
    peak = Math.max(peak, readMegabytes(pid) - atRest);
  }, lookEvery);
  const statuses: Record<number, number> = {};
  let strange = 0;
  await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const response = await fetch(dev.url + path, {
        method: "POST",
        headers: { authorization: `Bearer ${dev.token}`, "content-type": "application/json" },
        body: JSON.stringify({ ...body, ...(path.endsWith("import") && { name: `Table ${i}` }) }),
      });
      await response.arrayBuffer();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      const isRefused = response.status === 429 && response.headers.has("retry-after");
      if (!response.ok && !isRefused) strange++;
    }),
  );
  clearInterval(looking);
  return { statuses, peak, strange };
}
