/* What the pictures show: well known movies with their directors, posters, views of every type, and comments. */
import type { Browser, Cookie } from "playwright-core";
import type { Server as Started } from "#test/support/requests/server";
import { request, type Server } from "../demo/client.ts";
import { linkDirectors } from "../demo/directors.ts";
import { moviesTable, readMovies, sentOf } from "../demo/movies.ts";

export interface World {
  url: string;
  email: string;
  password: string;
  baseId: string;
  movies: string;
  /** A table without records. */
  empty: string;
  /** Ids of views of the movies, by their names. */
  views: Readonly<Record<string, string>>;
  /** A record with a poster and comments. */
  record: string;
  /** The address of the shared form. */
  form: string;
  cookies: Cookie[];
}

type Named = { id: string; name: string };

const posters = 18;

export async function makeWorld({ dev }: Started, browser: Browser): Promise<World> {
  const known = (await readMovies())
    .filter((movie) => Number(movie["IMDB Votes"]) > 80_000 && movie["Director"])
    .slice(-240);
  const { id: baseId } = await request<Named>(dev, "POST", "/base", {
    ...{ spaceId: await spaceOf(dev), name: "Film club" },
  });
  const table = {
    ...moviesTable,
    icon: undefined,
    description: "What we saw, and what we want to see",
    fields: [
      ...moviesTable.fields.filter(({ name }) => name !== "Director"),
      { type: "attachment", name: "Poster" },
      { type: "longText", name: "Note" },
    ],
  };
  const { id: movies } = await request<Named>(dev, "POST", `/base/${baseId}/table`, table);
  const files = await makePosters(
    dev,
    browser,
    known.slice(0, posters).map(({ Title }) => String(Title)),
  );
  const { records } = await request<{ records: Named[] }>(dev, "POST", `/table/${movies}/record`, {
    typecast: true,
    records: known.map((movie, i) => {
      const { Director: _, ...fields } = sentOf(movie).fields;
      return { fields: { ...fields, ...(files[i] && { Poster: [files[i]] }), Note: notes[i] ?? null } };
    }),
  });
  await linkDirectors(
    dev,
    { baseId, tableId: movies },
    records.map(({ id }, i) => ({
      id,
      fields: { Director: known[i]?.["Director"], Title: known[i]?.["Title"] },
    })),
  );
  const { id: empty } = await request<Named>(dev, "POST", `/base/${baseId}/table`, {
    ...{ name: "Screenings", records: [] },
  });
  const views = await makeViews(dev, movies);
  const record = records[0]?.id ?? "";
  for (const text of ["Can we show this one in January?", "Yes, the 12th is free. I ask for the rights."])
    await request(dev, "POST", `/comment/${movies}/${record}/create`, {
      content: [{ type: "p", children: [{ type: "span", value: text }] }],
    });
  const { shareId } = await request<{ shareId: string }>(
    ...([dev, "POST", `/table/${movies}/view/${views["Suggest a movie"]}/enable-share`, {}] as const),
  );
  const form = `/share/${shareId}`;
  const account = { email: dev.email, password: dev.password ?? "" };
  return {
    ...{ url: dev.url, ...account, baseId, movies, empty, views, record, form },
    cookies: await signIn(dev.url, account, browser),
  };
}

const notes = [
  "The best print is the one of the archive.\nAsk for it two months before.",
  "Seen in June: full house.",
];

const spaceOf = async (server: Server) => (await request<Named[]>(server, "GET", "/space"))[0]?.id;

/** Pictures that Chromium draws, uploaded. */
async function makePosters(server: Server, browser: Browser, titles: string[]) {
  const page = await browser.newPage({ viewport: { width: 300, height: 420 } });
  const files = [];
  for (const [i, title] of titles.entries()) {
    await page.setContent(`<body style="margin:0;height:420px;display:flex;align-items:end;color:#fff;
      font:700 34px/1.1 sans-serif;background:linear-gradient(${i * 37}deg,hsl(${i * 47} 60% 30%),hsl(${i * 47 + 60} 70% 55%))">
      <p style="margin:24px"></p>`);
    await page.locator("p").evaluate((place, text) => {
      place.textContent = text;
    }, title);
    const bytes = await page.screenshot({ type: "jpeg" });
    const announced = await request<{ token: string; url: string }>(
      server,
      "POST",
      "/attachments/signature",
      {
        ...{ contentType: "image/jpeg", contentLength: bytes.length, type: 1 },
      },
    );
    await fetch(announced.url, {
      method: "PUT",
      headers: { "content-type": "image/jpeg" },
      body: new Uint8Array(bytes),
    });
    await request(server, "POST", `/attachments/notify/${announced.token}`);
    files.push({ name: `${title}.jpg`, token: announced.token });
  }
  await page.close();
  return files;
}

async function makeViews(server: Server, movies: string): Promise<Record<string, string>> {
  const fields = await request<Named[]>(server, "GET", `/table/${movies}/field`);
  const idOf = (name: string) => fields.find((field) => field.name === name)?.id ?? "";
  const shown = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [idOf(name), { visible: true }]));
  const wanted = [
    {
      ...{ type: "grid", name: "By rating" },
      group: [{ fieldId: idOf("MPAA rating"), order: "desc" }],
      filter: {
        conjunction: "and",
        filterSet: [{ fieldId: idOf("Stars"), operator: "isGreaterEqual", value: 8 }],
      },
      columnMeta: {
        [idOf("Worldwide gross")]: { statisticFunc: "sum" },
        [idOf("Budget")]: { statisticFunc: "average" },
        [idOf("Minutes")]: { hidden: true },
        [idOf("Title")]: { statisticFunc: "count" },
      },
    },
    {
      ...{ type: "kanban", name: "Board", options: { stackFieldId: idOf("MPAA rating") } },
      columnMeta: shown("Directors", "Released", "Stars"),
    },
    {
      ...{ type: "gallery", name: "Posters", options: { coverFieldId: idOf("Poster") } },
      columnMeta: shown("Directors", "Genres", "Stars"),
    },
    {
      ...{ type: "calendar", name: "Releases" },
      options: {
        startDateFieldId: idOf("Released"),
        endDateFieldId: idOf("Released"),
        titleFieldId: idOf("Title"),
      },
    },
    {
      ...{ type: "form", name: "Suggest a movie" },
      columnMeta: shown("Title", "Released", "Genres", "Stars", "Note"),
    },
  ];
  const made: [string, string][] = [];
  for (const view of wanted)
    made.push([view.name, (await request<Named>(server, "POST", `/table/${movies}/view`, view)).id]);
  return Object.fromEntries(made);
}

async function signIn(
  url: string,
  { email, password }: { email: string; password: string },
  browser: Browser,
) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/auth/sign-in`);
  await page.locator('input[type="email"]').fill(email);
  await page.locator('input[type="password"]').fill(password);
  await page.locator('button[type="submit"]').first().click();
  await page.waitForURL(/\/app|\/account/);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}
