/* Pages while others write: each record that is there throughout and unchanged comes exactly once, in order. */
import { expect, test } from "vitest";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";

const json = (value: unknown) => JSON.stringify(value);
const size = 240;
/** Records of these numbers stay as they are. */
const isCalm = (i: number) => i % 3 === 0;

async function aBusySheet() {
  const sheet = await aSheet({
    fields: [
      field("Name", "singleLineText"),
      field("Rank", "number"),
      field("Kind", "singleSelect", { options: { choices: ["a", "b", "c"].map((name) => ({ name })) } }),
    ],
  });
  const cells = Array.from({ length: size }, (_, i) => ({
    Name: `r${i}`,
    ...(i % 7 > 0 && { Rank: (i * 37) % 11 }),
    Kind: "abc"[i % 3],
  }));
  const records: Answered[] = (await sheet.create(cells)).body.records;
  return { ...sheet, records, calm: records.filter((_, i) => isCalm(i)) };
}

/** Changes, deletes and creates records until it is stopped. */
function writing(sheet: Awaited<ReturnType<typeof aBusySheet>>) {
  let running = true;
  const restless = sheet.records.filter((_, i) => !isCalm(i));
  const changing = async () => {
    for (let i = 0; running; i = (i + 2) % restless.length) {
      const record = restless[i];
      if (record) await sheet.update(record.id, { Rank: (i * 13) % 17, Kind: "abc"[i % 3] });
    }
  };
  const replacing = async () => {
    for (let i = 1; running && i < restless.length; i += 2) {
      await sheet.remove(restless[i]?.id ?? "");
      await sheet.create([{ Name: `new ${i}`, Rank: i % 11, Kind: "abc"[i % 3] }]);
    }
  };
  const writers = [changing(), replacing()];
  return async () => {
    running = false;
    await Promise.all(writers);
  };
}

const queries: Record<string, Record<string, string>> = {
  "natural order": {},
  filtered: {
    filter: json({ conjunction: "and", filterSet: [{ fieldId: "Rank", operator: "isLess", value: 20 }] }),
  },
  sorted: { orderBy: json([{ fieldId: "Rank", order: "desc" }]) },
  "sorted by two": {
    orderBy: json([
      { fieldId: "Kind", order: "asc" },
      { fieldId: "Rank", order: "asc" },
    ]),
  },
  grouped: { groupBy: json([{ fieldId: "Kind", order: "desc" }]) },
};

test("200: natural, filtered, sorted and grouped", async () => {
  const sheet = await aBusySheet();
  const before: Record<string, string[]> = {};
  const calm = new Set(sheet.calm.map(({ id }) => id));
  const walked = async (query: Record<string, string>, take: string) => {
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { status, body } = await sheet.list({ ...query, take, ...(cursor && { cursor }) });
      expect(status).toBe(200);
      ids.push(...body.records.map(({ id }: Answered) => id));
      cursor = body.nextCursor;
    }
    return ids.filter((id) => calm.has(id));
  };
  for (const [name, query] of Object.entries(queries)) before[name] = await walked(query, "1000");
  const stop = writing(sheet);
  for (const take of ["17", "60"])
    for (const [name, query] of Object.entries(queries))
      expect({ name, ids: await walked(query, take) }).toEqual({ name, ids: before[name] });
  await stop();
  expect(before["sorted"]).toHaveLength(calm.size);
}, 60_000);
