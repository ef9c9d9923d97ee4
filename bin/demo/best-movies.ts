/* The movies in the order of a view, best rating first. A table of this size gets an index for it; then a page costs what it shows. */
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

/** Reads the first page of the view, compares its order, and says what it cost. An earlier run may have made the view. */
export async function showBest(server: Server, tableId: string, movies: Fields[]): Promise<void> {
  const fields = await request<Named[]>(server, "GET", `/table/${tableId}/field`);
  const fieldId = fields.find(({ name }) => name === rating)?.id ?? "";
  const viewId = await findView(server, tableId, fieldId);
  const { answer, cost } = await requestWithCost<{ records: Fields[] }>(
    server,
    "GET",
    `/table/${tableId}/record?viewId=${viewId}&take=${take}`,
  );
  const ratings = (some: Fields[]) => some.map((movie) => Number(movie.fields[rating] ?? 0));
  const best = ratings(movies).sort((a, b) => b - a);
  if (JSON.stringify(ratings(answer.records)) !== JSON.stringify(best.slice(0, take)))
    throw new StartError(`the view "${viewName}" is not in the order of its ratings`);
  const indexes = await request<Index[]>(server, "GET", `/table/${tableId}/index`);
  const isReady = indexes.some(({ orders, state }) => orders[0]?.fieldId === fieldId && state === "ready");
  const how = isReady ? "from its index" : "by reading all; its index will be ready in two minutes";
  say(`${viewName}: ${take} of ${movies.length} movies, ${how}${cost ? ` (${cost})` : ""}`);
}

async function findView(server: Server, tableId: string, fieldId: string): Promise<string> {
  const views = await request<Named[]>(server, "GET", `/table/${tableId}/view`);
  const found = views.find(({ name }) => name === viewName);
  if (found) return found.id;
  const sort = { sortObjs: [{ fieldId, order: "desc" }] };
  const body = { type: "grid", name: viewName, sort };
  return (await request<Named>(server, "POST", `/table/${tableId}/view`, body)).id;
}
