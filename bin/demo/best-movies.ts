/* The movies in the order of a view, best rating first. A table of this size gets an index for it; then a page costs only the records that it shows. */
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { request, requestWithCost, type Server } from "./client.ts";

interface Named {
  id: string;
  name: string;
}
type Fields = { fields: Record<string, unknown> };
interface Index {
  orders: { fieldId: string }[];
  state: string;
}

const viewName = "Best first";
const rating = "IMDB rating";
const take = 100;
/** In seconds. The index is made when every running call knows it: about two minutes after the view was made. */
const patience = { most: 300, poll: 2 };

export interface BestMovies {
  tableId: string;
  fieldId: string;
  viewId: string;
  /** Whether the page came from the index. */
  isReady: boolean;
}

/** Reads the first page of the view, compares its order, and says what it cost. An earlier run may have made the view. */
export async function showBest(server: Server, tableId: string, movies: Fields[]): Promise<BestMovies> {
  const fields = await request<Named[]>(server, "GET", `/table/${tableId}/field`);
  const fieldId = fields.find(({ name }) => name === rating)?.id ?? "";
  const viewId = await findView(server, tableId, fieldId);
  const view = { tableId, fieldId, viewId };
  return { ...view, isReady: await showPage(server, view, movies) };
}

/** Waits for the index of the view, shows how long, and reads the page again: now it costs only the records that it shows. */
export async function showBestFromIndex(server: Server, view: BestMovies, movies: Fields[]): Promise<void> {
  if (view.isReady) return;
  const { most, poll } = patience;
  const begun = Date.now();
  say(`${viewName}: waiting for the index of the view, up to ${most} s`);
  while (!(await isIndexReady(server, view))) {
    const waited = Math.round((Date.now() - begun) / 1000);
    if (waited > most)
      throw new StartError(`the index of the view "${viewName}" is not ready after ${waited} s`);
    if (process.stdout.isTTY) process.stdout.write(`\r${waited} s `);
    await new Promise((resolve) => setTimeout(resolve, poll * 1000));
  }
  if (process.stdout.isTTY) process.stdout.write("\r");
  await showPage(server, view, movies);
}

type View = Omit<BestMovies, "isReady">;

/** Shows the page, and gives whether it came from the index. */
async function showPage(server: Server, view: View, movies: Fields[]): Promise<boolean> {
  const wasReady = await isIndexReady(server, view);
  const { answer, cost } = await requestWithCost<{ records: Fields[] }>(
    server,
    "GET",
    `/table/${view.tableId}/record?viewId=${view.viewId}&take=${take}`,
  );
  const ratings = (some: Fields[]) => some.map((movie) => Number(movie.fields[rating] ?? 0));
  const best = ratings(movies).sort((a, b) => b - a);
  if (JSON.stringify(ratings(answer.records)) !== JSON.stringify(best.slice(0, take)))
    throw new StartError(`the view "${viewName}" is not in the order of its ratings`);
  const how = wasReady ? "from its index" : "by reading all, as its index is being made";
  say(`${viewName}: ${take} of ${movies.length} movies, ${how}${cost ? ` (${cost})` : ""}`);
  return wasReady;
}

async function isIndexReady(server: Server, { tableId, fieldId }: View): Promise<boolean> {
  const indexes = await request<Index[]>(server, "GET", `/table/${tableId}/index`);
  return indexes.some(({ orders, state }) => orders[0]?.fieldId === fieldId && state === "ready");
}

async function findView(server: Server, tableId: string, fieldId: string): Promise<string> {
  const views = await request<Named[]>(server, "GET", `/table/${tableId}/view`);
  const found = views.find(({ name }) => name === viewName);
  if (found) return found.id;
  const sort = { sortObjs: [{ fieldId, order: "desc" }] };
  const body = { type: "grid", name: viewName, sort };
  return (await request<Named>(server, "POST", `/table/${tableId}/view`, body)).id;
}
