/* Times of converting the numbers of a large table to text and to choices, and of reading the converted cells, in one run of npm start. */
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { startServer } from "#test/support/requests/server";
import { request, type Server } from "../../demo/client.ts";
import { type Measured, median, ms, time } from "../budget.ts";
import { leanClient, timeInTurn } from "../lean-client.ts";

const records = 20_000;
const rounds = 9;
const most = { page: 1.3, count: 2 };

interface Made {
  id: string;
  fields: { id: string }[];
}

export async function conversions(): Promise<Measured[]> {
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder);
  try {
    const { dev } = server;
    const [plain, converted] = [await makeTable(dev), await makeTable(dev)];
    const convert = (body: object) =>
      time(() =>
        request(dev, "PUT", `/table/${converted.id}/field/${converted.fields[1]?.id}/convert`, body),
      );
    const toText = await convert({ type: "singleLineText" });
    const pageOf = ({ id }: Made) => leanClient(dev, "GET", `/table/${id}/record?take=100`);
    const [page, pageConverted] = await timeInTurn(pageOf(plain), pageOf(converted));
    const [count, countConverted] = await countInTurn(dev, plain, converted);
    const toChoices = await convert({ type: "singleSelect", options: { choices: [] } });
    return [
      { line: `convert ${records} numbers to text: ${ms(toText)}; no record is written` },
      { line: `convert ${records} texts to 100 choices: ${ms(toChoices)}; all records are read` },
      asRatio("a page of 100 records, one cell of each is converted", pageConverted, page, most.page),
      asRatio(`count ${records} records by a cell that is converted`, countConverted, count, most.count),
    ];
  } finally {
    await server.stop("SIGTERM");
    remove();
  }
}

const asRatio = (what: string, took: number, without: number, atMost: number): Measured => ({
  line: `${what}: ${ms(took)}, without ${ms(without)}: ${(took / without).toFixed(2)} (≤ ${atMost})`,
  holds: took / without <= atMost,
});

async function makeTable(dev: Server & { baseId: string }): Promise<Made> {
  const made = await request<Made>(dev, "POST", `/base/${dev.baseId}/table`, {
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "number", name: "Count" },
      ...["A", "B", "C", "D"].map((name) => ({ type: "singleLineText", name })),
    ],
    records: [],
  });
  for (let from = 0; from < records; from += 1000)
    await request(dev, "POST", `/table/${made.id}/record`, {
      records: Array.from({ length: 1000 }, (_, i) => ({
        fields: {
          Name: `record ${from + i}`,
          Count: (from + i) % 100,
          A: "some text",
          B: "other",
          C: "c",
          D: "d",
        },
      })),
    });
  return made;
}

/**
 * The medians, in milliseconds, of counting by the second field: in `plain` it is a number field, in `converted` it was one until the
 * conversion.
 */
async function countInTurn(dev: Server, plain: Made, converted: Made): Promise<[number, number]> {
  const counting = ({ id, fields }: Made, value: unknown) => {
    const filterSet = [{ fieldId: fields[1]?.id, operator: "is", value }];
    const filter = encodeURIComponent(JSON.stringify({ conjunction: "and", filterSet }));
    return time(() => request(dev, "GET", `/table/${id}/aggregation/row-count?filter=${filter}`));
  };
  const [without, took]: [number[], number[]] = [[], []];
  for (let i = 0; i < rounds; i++) {
    without.push(await counting(plain, 7));
    took.push(await counting(converted, "7.00"));
  }
  return [median(without), median(took)];
}
