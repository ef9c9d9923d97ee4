/* Calls on records with links, compared with the same calls without links, in one run of npm start. */
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { request } from "../../demo/client.ts";
import { type Measured, median, ms, time } from "../budget.ts";
import { leanClient, timeInTurn } from "../lean-client.ts";

const writers = 50;
const each = 10;
const least = { writersPerSecond: 200, writersRatio: 0.5 };
const most = { page: 1.5, thousand: 12, removal: 3000 };
const rounds = 5;
const writerRounds = 9;

interface Place {
  server: Server;
  /** A table without links, one with three link fields, and the one that they link to. */
  plain: string;
  linked: string;
  others: string;
  ids: string[];
}

type Made = { records: { id: string }[] };

export async function links(): Promise<Measured[]> {
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder);
  try {
    const place = await makePlace(server);
    return [...(await manyWriters(place)), await thousand(place), await page(place), await removal(place)];
  } finally {
    await server.stop("SIGTERM");
    remove();
  }
}

const ask = <Answer>(
  { server: { dev } }: Pick<Place, "server">,
  method: string,
  path: string,
  body?: object,
) => request<Answer>(dev, method, path, body);

async function makePlace(server: Server): Promise<Place> {
  const base = `/base/${server.dev.baseId}/table`;
  const text = [{ type: "singleLineText", name: "Name" }];
  const make = async (name: string, fields: object[]) =>
    (await ask<{ id: string }>({ server }, "POST", base, { name, fields: [...text, ...fields], records: [] }))
      .id;
  const others = await make("Others", []);
  const link = (name: string, relationship: string) => ({
    type: "link",
    name,
    options: { foreignTableId: others, relationship },
  });
  const plain = await make("Plain", []);
  const linked = await make("Linked", [
    link("One", "manyOne"),
    link("Many", "manyMany"),
    link("More", "manyMany"),
  ]);
  const records = Array.from({ length: 1000 }, (_, i) => ({ fields: { Name: `other ${i}` } }));
  const { records: made } = await ask<Made>({ server }, "POST", `/table/${others}/record`, { records });
  return { server, plain, linked, others, ids: made.map(({ id }) => id) };
}

/** Fifty writers create records that all link to one record, and records without links, in turn. */
async function manyWriters(place: Place): Promise<Measured[]> {
  const [one] = place.ids;
  const run = (tableId: string, cells: object) =>
    time(() =>
      Promise.all(
        Array.from({ length: writers }, async (_, w) => {
          for (let i = 0; i < each; i++)
            await ask(place, "POST", `/table/${tableId}/record`, {
              records: [{ fields: { Name: `${w} ${i}`, ...cells } }],
            });
        }),
      ),
    );
  const [runsWithout, runsWithLinks]: [number[], number[]] = [[], []];
  for (let round = 0; round <= writerRounds; round++) {
    runsWithout.push(await run(place.plain, {}));
    runsWithLinks.push(await run(place.linked, { One: { id: one } }));
  }
  // the first round warms up
  const [without, withLinks] = [median(runsWithout.slice(1)), median(runsWithLinks.slice(1))];
  const perSecond = (took: number) => Math.round((writers * each * 1000) / took);
  const ratio = without / withLinks;
  return [
    {
      line: `${writers} writers of records linked to one record, none refused: ${perSecond(withLinks)}/s (≥ ${least.writersPerSecond}), without links ${perSecond(without)}/s: ${ratio.toFixed(2)} (≥ ${least.writersRatio})`,
      holds: ratio >= least.writersRatio && perSecond(withLinks) >= least.writersPerSecond,
    },
  ];
}

/** A call that creates a thousand records, each linked to another record, which shows it when the answer comes. */
async function thousand(place: Place): Promise<Measured> {
  const create = (tableId: string, cellsOf: (i: number) => object) =>
    time(() =>
      ask(place, "POST", `/table/${tableId}/record`, {
        records: Array.from({ length: 1000 }, (_, i) => ({ fields: { Name: `${i}`, ...cellsOf(i) } })),
      }),
    );
  const without: number[] = [];
  const withLinks: number[] = [];
  for (let round = 0; round < rounds; round++) {
    without.push(await create(place.plain, () => ({})));
    withLinks.push(await create(place.linked, (i) => ({ One: { id: place.ids[i] } })));
  }
  const ratio = median(withLinks) / median(without);
  return {
    line: `create 1000 linked records, shown on both sides: ${ms(median(withLinks))}, without links ${ms(median(without))}: ${ratio.toFixed(2)} (≤ ${most.thousand})`,
    holds: ratio <= most.thousand,
  };
}

/** A page of a hundred records with three link fields of five links, and one without, in turn. What the client does with it is not measured. */
async function page(place: Place): Promise<Measured> {
  const five = (i: number) =>
    Array.from({ length: 5 }, (_, k) => ({ id: place.ids[(i * 5 + k) % place.ids.length] }));
  const make = async (cellsOf: (i: number) => object, fields: string[]) => {
    const { id } = await ask<{ id: string }>(place, "POST", `/base/${place.server.dev.baseId}/table`, {
      name: "Page",
      fields: [
        { type: "singleLineText", name: "Name" },
        ...fields.map((name) => ({
          type: "link",
          name,
          options: { foreignTableId: place.others, relationship: "manyMany", isOneWay: true },
        })),
      ],
      records: [],
    });
    const records = Array.from({ length: 100 }, (_, i) => ({ fields: { Name: `${i}`, ...cellsOf(i) } }));
    await ask(place, "POST", `/table/${id}/record`, { records });
    return leanClient(place.server.dev, "GET", `/table/${id}/record?take=100`);
  };
  const plain = await make(() => ({}), []);
  const linked = await make((i) => ({ A: five(i), B: five(i + 1), C: five(i + 2) }), ["A", "B", "C"]);
  const [tookWithout, took] = await timeInTurn(plain, linked);
  const ratio = took / tookWithout;
  return {
    line: `a page of 100 records with three link fields: ${ms(took)}, without ${ms(tookWithout)}: ${ratio.toFixed(2)} (≤ ${most.page})`,
    holds: ratio <= most.page,
  };
}

/** The deletion of a record that 5000 others link to. */
async function removal(place: Place): Promise<Measured> {
  const { records } = await ask<Made>(place, "POST", `/table/${place.others}/record`, {
    records: [{ fields: { Name: "hub" } }],
  });
  const [hub] = records;
  for (let call = 0; call < 5; call++)
    await ask(place, "POST", `/table/${place.linked}/record`, {
      records: Array.from({ length: 1000 }, (_, i) => ({
        fields: { Name: `${call} ${i}`, One: { id: hub?.id } },
      })),
    });
  const took = await time(() => ask(place, "DELETE", `/table/${place.others}/record/${hub?.id}`));
  return {
    line: `delete a record with 5000 links: ${ms(took)} (≤ ${most.removal / 1000} s)`,
    holds: took <= most.removal,
  };
}
