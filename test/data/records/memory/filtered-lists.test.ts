/* Filtered lists of a table in memory, beside the same lists of the store. */
import { beforeAll, describe, expect, test } from "vitest";
import { setRemembered } from "#lib/data/records/memory/remembered";
import { aSheet, field } from "#test/functions/record/support/records";
import { inProcessOnly } from "#test/support/run/target";
import { testEngine } from "#test/support/store/engine";
import { disturbed } from "#test/support/store/faults";

inProcessOnly("looks into the memory of the process");

const size = 1300;
let sheet: Awaited<ReturnType<typeof aSheet>>;
beforeAll(async () => {
  sheet = await aSheet({ fields: [field("Name", "singleLineText"), field("Count", "number")] });
  const rows = Array.from({ length: size }, (_, i) => ({ Name: `Row ${i}`, Count: i % 50 }));
  for (const some of [rows.slice(0, 700), rows.slice(700)])
    expect(await sheet.create(some)).toMatchObject({ status: 201 });
});

const filterOf = (fieldId: string, operator: string, value: unknown) =>
  `filter=${encodeURIComponent(JSON.stringify({ conjunction: "and", filterSet: [{ fieldId, operator, value }] }))}`;

/** The names on each page. */
async function walk(query: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { status, body } = await sheet.list(`${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    expect(status).toBe(200);
    pages.push(body.records.map(({ fields }: { fields: { Name: string } }) => fields.Name));
    cursor = body.nextCursor;
    if (pages.length > 60) throw new Error("the pages do not end");
  }
  return pages;
}

async function fromStore<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const remember = setRemembered(undefined);
  try {
    return await work();
  } finally {
    remember();
  }
}

// another engine tells of no writes: no table is in memory there
describe.skipIf(!testEngine())("a list in memory", () => {
  test.each([
    ["a rare filter", `${filterOf("Name", "contains", "Row 12")}&take=100`],
    ["one that finds nothing", `${filterOf("Name", "contains", "nothing")}&take=10`],
    ["one that most records match", `${filterOf("Count", "isGreater", 3)}&take=500`],
    ["with records left out at first", `${filterOf("Count", "isLess", 9)}&take=70&skip=33`],
    ["one that is full at the last record", `${filterOf("Count", "is", 49)}&take=26`],
    ["a search", "search[]=Row%20128&search[]=&search[]=true&take=4"],
  ])("%s: each page is that of the store", async (_, query) => {
    const there = await fromStore(() => walk(query));
    expect(await walk(query)).toEqual(there);
    const sent = await disturbed(
      () => undefined,
      () => sheet.list(query),
    );
    expect(sent.filter(({ command }) => command === "Query")).toEqual([]);
    if (query.startsWith("filter"))
      expect((await sheet.list(query)).headers?.["x-gridless-plan"]).toMatch(/^scan; units=[1-9]/);
  });

  test("a record that no longer matches when it is read ends no list", async () => {
    const query = `${filterOf("Name", "contains", "Row 99")}&take=5`;
    const before = (await walk(query)).flat();
    expect(before.length).toBeGreaterThan(5);
    const { body } = await sheet.list(query);
    const last: string = body.records.at(-1).id;
    // after the filter has found it in memory, and before it is read
    let isChanged = false;
    const reads: string[] = [];
    await disturbed(
      async ({ command, input }) => {
        if (command !== "BatchGetItem" || isChanged || !JSON.stringify(input).includes(last))
          return undefined;
        isChanged = true;
        await sheet.update(last, { Name: "changed" });
        return undefined;
      },
      async () => {
        const page = await sheet.list(query);
        reads.push(...page.body.records.map(({ id }: { id: string }) => id));
        expect(page.body.nextCursor).not.toBeNull();
      },
    );
    expect(isChanged).toBe(true);
    expect(reads).not.toContain(last);
    expect((await walk(query)).flat()).toHaveLength(before.length - 1);
  });
});
