/* The step of npm run demo with a language model: 100 movies, whose directors and genres a stand-in finds in their plots. */
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Asked, aModelServer } from "#test/support/makers/model-server";
import { startServer } from "#test/support/requests/server";
import { request } from "../../bin/demo/client.ts";
import { fillMovies } from "../../bin/demo/fill.ts";
import { readMovies } from "../../bin/demo/movies.ts";
import { firstBase } from "../../bin/demo/server.ts";

const { folder, remove } = temporaryFolder();
let printed: string[] = [];
beforeAll(() => {
  vi.spyOn(console, "log").mockImplementation((line) => void printed.push(String(line)));
});
afterAll(() => {
  vi.restoreAllMocks();
  remove();
});

/** What the demo says of a movie in its plot. */
function told(plot: string) {
  const [, genre = "", director = ""] =
    /of the genre (.+)\. It was directed by (.+) and released on/.exec(plot) ?? [];
  return { genre, surname: director.split(" ").at(-1) ?? "" };
}

const answerOf = ({ data, instructions }: Asked) => {
  const { genre, surname } = told(JSON.parse(data).Plot);
  return instructions.includes("surname") ? surname : genre;
};

test("it extracts surnames and classifies plots, and shows how far it is", async () => {
  printed = [];
  const model = await aModelServer(answerOf);
  const server = await startServer(path.join(folder, "data"), {
    GRIDLESS_AI_URL: `${model.url}/v1`,
    GRIDLESS_AI_MODELS: "fast=model-1",
    GRIDLESS_AI_KEY: model.key,
  });
  try {
    const baseId = await firstBase(server.dev);
    await fillMovies(server.dev, baseId, await readMovies());
    const tables = await request<{ id: string; name: string }[]>(server.dev, "GET", `/base/${baseId}/table`);
    const table = tables.find(({ name }) => name === "Plots");
    const { records } = await request<{ records: { fields: Record<string, string> }[] }>(
      server.dev,
      "GET",
      `/table/${table?.id}/record?take=1000`,
    );
    expect(records).toHaveLength(100);
    const kinds = ["Action", "Comedy", "Drama", "Horror", "Romantic Comedy", "Thriller/Suspense"];
    for (const { fields } of records) {
      const { genre, surname } = told(fields["Plot"] ?? "");
      // a kind that is no choice of the field is none
      expect(fields).toMatchObject({ Surname: surname, ...(kinds.includes(genre) && { Kind: genre }) });
      if (!kinds.includes(genre)) expect(fields).not.toHaveProperty("Kind");
    }
    expect(printed).toContain("Surname: 100 of 100 cells filled by a model, 0 answers unusable");
    for (const name of ["Surname", "Kind"])
      expect(printed.some((line) => line.startsWith(name) && line.endsWith("█ 100 of 100"))).toBe(true);
    expect(model.mostAtOnce()).toBeLessThanOrEqual(4);
    expect(server.output()).not.toContain(model.key);
  } finally {
    await server.stop("SIGTERM");
  }
});
