/* Bases, tables, views and spaces by id or name. */
import process from "node:process";
import type { AnsweredField } from "../../days.ts";
import type { ServerConnection } from "./connect.ts";
import { CommandError, wrongUsage } from "./failure.ts";
import { nearestName } from "./nearest.ts";

interface Named {
  id: string;
  name: string;
}

export interface ShownBaseHead extends Named {
  spaceId: string;
  role: string;
}

export interface ShownFieldHead extends AnsweredField {
  isPrimary?: boolean;
  isComputed?: boolean;
  isMultipleCellValue?: boolean;
  options?: {
    formatting?: { type?: string; date?: string; time?: string; timeZone?: string };
    choices?: { name: string }[];
  };
}

export const listBases = ({ client }: ServerConnection): Promise<ShownBaseHead[]> =>
  client.request("GET", "/base/access/all");

export const tablesIn = ({ client }: ServerConnection, baseId: string): Promise<Named[]> =>
  client.request("GET", `/base/${baseId}/table`);

/** The fields of a table, or those that a view shows, in its order. */
export const listFields = (
  { client }: ServerConnection,
  tableId: string,
  viewId?: string,
): Promise<ShownFieldHead[]> =>
  client.request("GET", `/table/${tableId}/field`, viewId ? { query: { viewId, filterHidden: "true" } } : {});

const isId = (text: string, prefix: "bse" | "tbl") =>
  text.startsWith(prefix) && /^\w{3}[0-9A-Za-z]{16}$/.test(text);

/** The base with an id or a name; without one that of GRIDLESS_BASE, else the only one. */
export async function findBase(server: ServerConnection, typed?: string): Promise<Named> {
  const wanted = typed ?? process.env["GRIDLESS_BASE"];
  if (wanted && isId(wanted, "bse")) return server.client.request("GET", `/base/${wanted}`);
  const bases = await listBases(server);
  if (wanted) return pick(bases, wanted, { what: "base", where: server.url, list: "gridless bases" });
  const [only, another] = bases;
  if (only && !another) return only;
  if (!only) throw new CommandError("notFound", `the token reaches no base of ${server.url}`);
  throw wrongUsage(
    `say which base: --base <base>, or GRIDLESS_BASE`,
    `There are: ${bases.map(({ name }) => JSON.stringify(name)).join(", ")}`,
  );
}

export interface FoundTable {
  id: string;
  /** As it was typed. */
  shown: string;
}

/** The table with an id, or with a name in a base. */
export async function findTableOf(
  server: ServerConnection,
  typed: string,
  base?: string,
): Promise<FoundTable> {
  if (isId(typed, "tbl")) return { id: typed, shown: typed };
  const { id: baseId, name } = await findBase(server, base);
  const where = `the base ${JSON.stringify(name)}`;
  const tables = await tablesIn(server, baseId);
  const list = `gridless tables --base ${JSON.stringify(name)}`;
  const { id } = pick(tables, typed, { what: "table", where, list });
  return { id, shown: typed };
}

export async function viewNamed(
  { client }: ServerConnection,
  { id, shown }: FoundTable,
  typed: string,
): Promise<Named> {
  const views = await client.request<Named[]>("GET", `/table/${id}/view`);
  return pick(views, typed, {
    what: "view",
    where: `the table ${JSON.stringify(shown)}`,
    list: `gridless api /table/${id}/view`,
  });
}

/** The space with an id or a name; without one, the only one. */
export async function findSpace(server: ServerConnection, typed?: string): Promise<Named> {
  const spaces = await server.client.request<Named[]>("GET", "/space");
  if (typed) return pick(spaces, typed, { what: "space", where: server.url, list: "gridless api /space" });
  const [only, another] = spaces;
  if (only && !another) return only;
  throw wrongUsage(
    "say which space: --space <space>",
    `There are: ${spaces.map(({ name }) => JSON.stringify(name)).join(", ") || "none"}`,
  );
}

interface Place {
  what: string;
  where: string;
  /** The command that lists what there is. */
  list: string;
}

const mostNamed = 12;

function pick<Each extends Named>(all: readonly Each[], typed: string, { what, where, list }: Place): Each {
  const byId = all.find(({ id }) => id === typed);
  if (byId) return byId;
  const exact = all.filter(({ name }) => name === typed);
  const found =
    exact.length > 0 ? exact : all.filter(({ name }) => name.toLowerCase() === typed.toLowerCase());
  const [first] = found;
  if (first && found.length === 1) return first;
  const quoted = JSON.stringify(typed);
  if (first)
    throw new CommandError("notFound", `${found.length} ${what}s of ${where} are called ${quoted}`, {
      hints: [`Use an id: ${found.map(({ id }) => id).join(", ")}`],
    });
  const names = all.map(({ name }) => name);
  const like = nearestName(typed, names);
  const more = names.length > mostNamed ? ", …" : "";
  const said = names.slice(0, mostNamed).map((name) => JSON.stringify(name));
  throw new CommandError(
    "notFound",
    `${where} has no ${what} ${quoted}.${like === undefined ? "" : ` Did you mean ${JSON.stringify(like)}?`}`,
    {
      hints:
        names.length === 0
          ? ["It has none"]
          : [`It has ${said.join(", ")}${more}`, `${list} lists them with their ids`],
    },
  );
}
