/* npm run demo:linked: two linked tables with lookups, rollups and formulas, each computed cell compared with the files. */
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { runCommand } from "#lib/local/process/command";
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { request, type Server } from "./demo/client.ts";
import {
  type Airport,
  airportCells,
  airportsTable,
  countFieldId,
  expectedAirport,
  expectedRoute,
  type Route,
  readFlights,
  routesTable,
} from "./demo/flights.ts";
import { progress } from "./demo/progress.ts";
import { environment, firstBase, serverOf } from "./demo/server.ts";

const batchSize = 500;
const mostTries = 60;

interface Field {
  id: string;
  name: string;
  options: { symmetricFieldId?: string };
}
interface Table {
  id: string;
  fields: Field[];
}
type Cells = Record<string, unknown>;

const command = {
  run: "npm run demo:linked",
  does: "Makes a table of 3,376 airports and one of 5,366 routes between them on a running server: links, lookups, rollups and formulas. Compares each computed cell with what the files say.",
  environment,
  examples: ["npm run demo:linked"],
} as const;

await runCommand(command, async () => {
  const server = serverOf(process.env);
  const baseId = server.baseId ?? (await firstBase(server));
  const { airports, routes } = await readFlights();
  const make = (body: object) => request<Table>(server, "POST", `/base/${baseId}/table`, body);
  const airportsMade = await make(airportsTable);
  await write(server, airportsMade.id, airports.map(airportCells), "airports");
  const routesMade = await make(routesTable(airportsMade.id, idOf(airportsMade, "City")));
  await addRollups(server, airportsMade, routesMade);
  await write(server, routesMade.id, routes.map(routeCells), "routes");
  await compareRoutes(server, routesMade.id, { airports, routes });
  await compareAirports(server, airportsMade.id, { airports, routes });
});

function idOf({ fields }: Table, name: string): string {
  return fields.find((field) => field.name === name)?.id ?? "";
}

/** Links are written by title: typecast finds the airports. */
function routeCells({ origin, destination, count }: Route): Cells {
  return {
    ...{ Route: `${origin}-${destination}`, From: origin, To: destination, Flights: count },
  };
}

async function write(server: Server, tableId: string, rows: Cells[], what: string): Promise<void> {
  const show = progress(what, rows.length);
  const begun = performance.now();
  for (let i = 0; i < rows.length; i += batchSize) {
    const records = rows.slice(i, i + batchSize).map((fields) => ({ fields }));
    await request(server, "POST", `/table/${tableId}/record`, { typecast: true, records });
    show(Math.min(i + batchSize, rows.length));
  }
  const seconds = (performance.now() - begun) / 1000;
  say(`${rows.length} ${what} written in ${seconds.toFixed(1)} s`);
}

/** Adds rollups to the airports that count the routes from each, through the field that the link From made in their table. */
async function addRollups(server: Server, airports: Table, routes: Table): Promise<void> {
  const from = routes.fields.find(({ name }) => name === "From");
  const lookupOptions = {
    foreignTableId: routes.id,
    linkFieldId: from?.options.symmetricFieldId,
    lookupFieldId: countFieldId,
  };
  const rollups = { Departures: "sum({values})", Destinations: "countall({values})", Most: "max({values})" };
  for (const [name, expression] of Object.entries(rollups))
    await request(server, "POST", `/table/${airports.id}/field`, {
      ...{ type: "rollup", name, options: { expression }, lookupOptions },
    });
}

interface Flights {
  airports: Airport[];
  routes: Route[];
}

async function compareRoutes(server: Server, tableId: string, { airports, routes }: Flights): Promise<void> {
  const cityOf = new Map(airports.map(({ iata, city }) => [iata, city]));
  const shown = await readAll(server, tableId);
  const wanted = routes.map((route) => expectedRoute(route, cityOf));
  const isRight = (fields: Cells, i: number) => {
    const { From: from, To: to, "Years ago": years, ...rest } = fields;
    const titles = [from, to].map((link) => (link as { title?: string } | undefined)?.title);
    return isDeepStrictEqual(rest, wanted[i]) && Number(years) >= 18 && titles.join("-") === wanted[i]?.Route;
  };
  refuseWrong("routes", shown, wanted.length, isRight);
  say(
    `${shown.length} routes equal: 2 links, 2 lookups and 3 formulas each, one of them of the present time`,
  );
}

async function compareAirports(
  server: Server,
  tableId: string,
  { airports, routes }: Flights,
): Promise<void> {
  const byOrigin = Map.groupBy(routes, ({ origin }) => origin);
  const wanted = airports.map((airport) => expectedAirport(airport, byOrigin));
  const isRight = ({ Departures, Destinations, Most }: Cells, i: number) =>
    isDeepStrictEqual({ Departures, Destinations, ...(Most !== undefined && { Most }) }, wanted[i]);
  let shown = await readAll(server, tableId);
  // rollups follow their links within seconds; on a busy machine it takes longer
  for (let tries = 0; tries < mostTries && !shown.every(isRight); tries++) {
    await sleep(1000);
    shown = await readAll(server, tableId);
  }
  refuseWrong("airports", shown, wanted.length, isRight);
  say(`${shown.length} airports equal: 3 rollups each`);
}

function refuseWrong(
  what: string,
  shown: Cells[],
  count: number,
  isRight: (fields: Cells, i: number) => boolean,
): void {
  const wrong = shown.filter((fields, i) => !isRight(fields, i));
  if (wrong.length === 0 && shown.length === count) return;
  throw new StartError(
    `${what} differ: ${shown.length} of ${count} read, ${wrong.length} wrong, for example ${JSON.stringify(wrong[0])}`,
  );
}

/** The cells of all records, page by page. */
async function readAll(server: Server, tableId: string): Promise<Cells[]> {
  const cells: Cells[] = [];
  for (let cursor = ""; ; ) {
    const page = await request<{ records: { fields: Cells }[]; nextCursor?: string | null }>(
      server,
      "GET",
      `/table/${tableId}/record?take=1000${cursor}`,
    );
    cells.push(...page.records.map(({ fields }) => fields));
    if (!page.nextCursor) return cells;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
}
