/*
 * A second table, linked with the movies: their directors. Each movie belongs to one director. The links are made from the directors' side and
 * compared on both, with the directors as the source has them.
 */

import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { request, type Server } from "./client.ts";

/** A movie as it was read back: what links need of it. */
export interface LinkedMovie {
  id: string;
  fields: Record<string, unknown>;
}

interface Link {
  id: string;
  title?: string;
}
type Director = { name: string; fields: { Movies?: Link[] } };
interface Field {
  name: string;
  type: string;
  options: { foreignTableId?: string };
}

const batchSize = 100;

/** The body of the request that creates the table. */
const tableFor = (moviesId: string) => ({
  name: "Directors",
  icon: "🎥",
  fields: [
    { type: "singleLineText", name: "Name" },
    { type: "link", name: "Movies", options: { relationship: "oneMany", foreignTableId: moviesId } },
  ],
  records: [],
});

/** Director → ids of the movies, from the cells that the movies were compared by. */
function byDirector(movies: LinkedMovie[]): Map<string, string[]> {
  const named = movies.filter(({ fields }) => fields["Director"] !== undefined);
  const groups = Map.groupBy(named, ({ fields }) => String(fields["Director"]));
  return new Map([...groups].map(([name, some]) => [name, some.map(({ id }) => id)]));
}

/** Makes the table and links every movie. */
export async function linkDirectors(
  server: Server,
  { baseId, tableId }: { baseId: string; tableId: string },
  movies: LinkedMovie[],
): Promise<void> {
  const { id } = await request<{ id: string }>(server, "POST", `/base/${baseId}/table`, tableFor(tableId));
  const directors = [...byDirector(movies)];
  const begun = performance.now();
  for (let i = 0; i < directors.length; i += batchSize) {
    const records = directors.slice(i, i + batchSize).map(([Name, ids]) => ({
      fields: { Name, Movies: ids.map((movie) => ({ id: movie })) },
    }));
    await request(server, "POST", `/table/${id}/record`, { records });
  }
  const links = directors.reduce((sum, [, ids]) => sum + ids.length, 0);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  say(`${directors.length} directors linked with ${links} movies in ${seconds} s`);
}

/** The field of the movies that shows their directors. It is named after the other table, so a second run names it "Directors 2". */
async function findCounterpart(server: Server, moviesId: string) {
  const fields = await request<Field[]>(server, "GET", `/table/${moviesId}/field`);
  const found = fields.find(({ type }) => type === "link");
  if (!found?.options.foreignTableId)
    throw new StartError(`${moviesId} is not linked with directors: run npm run demo without --table`);
  return { name: found.name, directorsId: found.options.foreignTableId };
}

/** Compares both sides of every link; `movies` were read after the links were made. Throws if one differs. */
export async function compareDirectors(
  server: Server,
  moviesId: string,
  movies: LinkedMovie[],
): Promise<void> {
  const { name: counterpart, directorsId } = await findCounterpart(server, moviesId);
  const { records } = await request<{ records: Director[] }>(
    server,
    "GET",
    `/table/${directorsId}/record?take=1000`,
  );
  const wanted = byDirector(movies);
  const titles = new Map(movies.map(({ id, fields }) => [id, fields["Title"]]));
  const isRight = ({ name, fields: { Movies = [] } }: Director) =>
    JSON.stringify(Movies.map(({ id }) => id)) === JSON.stringify(wanted.get(name)) &&
    Movies.every(({ id, title }) => title === titles.get(id));
  const ofMovie = ({ fields }: LinkedMovie) => (fields[counterpart] as Link | undefined)?.title;
  const wrong = [
    ...records.filter((each) => !isRight(each)).map(({ name }) => name),
    ...movies.filter((movie) => ofMovie(movie) !== movie.fields["Director"]).map(({ id }) => id),
  ];
  if (wrong.length > 0 || records.length !== wanted.size)
    throw new StartError(
      `links differ: ${wrong.length} of them, for example ${wrong[0] ?? "a director is missing"}`,
    );
  const links = [...wanted.values()].reduce((sum, ids) => sum + ids.length, 0);
  say(`${records.length} directors and ${links} links equal on both sides`);
}
