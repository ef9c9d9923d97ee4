/* Airports of the USA, and how often each pair of them was flown, from vega-datasets: the tables, and what they must compute. */
import { readFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import path from "node:path";
import { parse } from "csv-parse/sync";

export interface Airport {
  iata: string;
  name: string;
  city: string;
  state: string;
}
export interface Route {
  origin: string;
  destination: string;
  count: number;
}

const readCsv = async <Row>(file: string): Promise<Row[]> => {
  const folder = path.dirname(findPackageJSON("vega-datasets", import.meta.url) ?? ".");
  return parse(await readFile(path.join(folder, "data", file)), { columns: true });
};

/** All airports, and the routes between them. */
export async function readFlights(): Promise<{ airports: Airport[]; routes: Route[] }> {
  const airports = await readCsv<Airport>("airports.csv");
  const known = new Set(airports.map(({ iata }) => iata));
  const rows = await readCsv<{ [Member in keyof Route]: string }>("flights-airport.csv");
  const routes = rows.map((row) => ({ ...row, count: Number(row.count) }));
  return {
    airports,
    routes: routes.filter(({ origin, destination }) => known.has(origin) && known.has(destination)),
  };
}

export const airportsTable = {
  name: "Airports",
  icon: "🛬",
  fields: ["IATA", "Name", "City", "State"].map((name) => ({ type: "singleLineText", name })),
  records: [],
};

export const airportCells = ({ iata, name, city, state }: Airport) => ({
  IATA: iata,
  Name: name,
  ...(city && { City: city }),
  ...(state && { State: state }),
});

const [from, to, count] = ["fldFrom000000000001", "fldTo00000000000001", "fldCount00000000001"];
const [fromCity, toCity] = ["fldFromCity00000001", "fldToCity0000000001"];

/**
 * The body of the request that makes the routes: links, lookups over them, and formulas over these. The request chooses the ids of the
 * fields, so that they can refer to each other.
 */
export const routesTable = (airportsId: string, cityId: string) => {
  const link = (id: string, name: string) => ({
    ...{ id, name, type: "link" },
    options: { relationship: "manyOne", foreignTableId: airportsId },
  });
  const city = (id: string, name: string, linkFieldId: string) => ({
    ...{ id, name, type: "singleLineText", isLookup: true },
    lookupOptions: { foreignTableId: airportsId, linkFieldId, lookupFieldId: cityId },
  });
  const formula = (name: string, expression: string) => ({ type: "formula", name, options: { expression } });
  return {
    name: "Routes",
    icon: "✈️",
    fields: [
      { type: "singleLineText", name: "Route" },
      link(from, "From"),
      link(to, "To"),
      {
        id: count,
        type: "number",
        name: "Flights",
        options: { formatting: { type: "decimal", precision: 0 } },
      },
      city(fromCity, "From city", from),
      city(toCity, "To city", to),
      formula("Trip", `{${fromCity}} & " – " & {${toCity}}`),
      formula("Busy", `IF({${count}} >= 1000, "busy", IF({${count}} >= 100, "usual", "rare"))`),
      formula("Years ago", 'DATETIME_DIFF(NOW(), "2008-01-01", "year")'),
    ],
    records: [],
  };
};

export const countFieldId = count;

const busy = (flights: number) => (flights >= 1000 ? "busy" : flights >= 100 ? "usual" : "rare");

/** The cells that the record of a route must show, without its links. */
export function expectedRoute(
  { origin, destination, count: flights }: Route,
  cityOf: ReadonlyMap<string, string>,
) {
  const [here, there] = [cityOf.get(origin) ?? "", cityOf.get(destination) ?? ""];
  return {
    Route: `${origin}-${destination}`,
    Flights: flights,
    ...(here && { "From city": here }),
    ...(there && { "To city": there }),
    Trip: `${here} – ${there}`,
    Busy: busy(flights),
  };
}

/** The cells that the record of an airport must show, which are about the routes that begin there. */
export function expectedAirport({ iata }: Airport, byOrigin: ReadonlyMap<string, Route[]>) {
  const flights = (byOrigin.get(iata) ?? []).map((route) => route.count);
  return {
    Departures: flights.reduce((sum, each) => sum + each, 0),
    Destinations: flights.length,
    ...(flights.length > 0 && { Most: Math.max(...flights) }),
  };
}
