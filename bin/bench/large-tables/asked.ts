/* A sort that no view has: how many pages it takes until an index is begun, and what a page costs before and after. */
import type { Server } from "#test/support/requests/server";
import { plain, request } from "../../demo/client.ts";
import { type Measured, median, ms } from "../budget.ts";

const mostPages = 400;
const pagesAfter = 20;

/** `count` is the number of indexes that the table has before it gets one for this sort. */
export async function askForOrder(
  { dev }: Server,
  { id, count, size }: { id: string; count: number; size: number },
): Promise<Measured> {
  const indexes = () => request<{ state: string }[]>(dev, "GET", `/table/${id}/index`);
  const orderBy = encodeURIComponent(JSON.stringify([{ fieldId: "Count", order: "desc" }]));
  const headers = { authorization: `Bearer ${dev.token}`, ...plain };
  async function read(): Promise<{ took: number; units: number }> {
    const begun = performance.now();
    const answer = await fetch(`${dev.url}/table/${id}/record?take=100&orderBy=${orderBy}`, { headers });
    await answer.arrayBuffer();
    const [, units] = /(\d+(?:\.\d+)?) RCU/.exec(answer.headers.get("server-timing") ?? "") ?? [];
    if (!answer.ok || units === undefined) throw new Error(`the page was refused: ${answer.status}`);
    return { took: performance.now() - begun, units: Number(units) };
  }
  const before: Awaited<ReturnType<typeof read>>[] = [];
  while ((await indexes()).length === count) {
    if (before.length === mostPages)
      return { line: `no index after ${mostPages} pages in a sort`, holds: false };
    before.push(await read());
  }
  while (!(await indexes()).every(({ state }) => state === "ready"))
    await new Promise((resolve) => setTimeout(resolve, 200));
  const after: typeof before = [];
  for (let i = 0; i < pagesAfter; i++) after.push(await read());
  const cost = (pages: typeof before) =>
    `${ms(median(pages.map(({ took }) => took)))}, ${median(pages.map(({ units }) => units))} RCU`;
  return {
    line: `a page of ${size} records in a sort that no view has: ${cost(before)}; after ${before.length} pages an index is begun, then ${cost(after)}`,
  };
}
