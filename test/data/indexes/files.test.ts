/* Indexes in the order of files: by their names in the cell. */
import { beforeAll, expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as makeThumbnails } from "#functions/thumbnail/make-thumbnails";
import { handler as createView } from "#functions/view/create-view";
import { checkIndexes } from "#lib/data/indexes/check-index";
import { fileKey } from "#lib/data/records/attachments";
import { counterKey, recordKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { RecordId } from "#lib/schemas/basics/ids";
import type { FileToken } from "#lib/schemas/records/attachment";
import { addToNumber, getItem } from "#lib/store/store";
import { makeIndexes } from "#test/functions/index/support";
import { aFile, hears } from "#test/support/makers/files";
import { aTable } from "#test/support/makers/makers";
import { aPicture } from "#test/support/makers/pictures";
import { call } from "#test/support/requests/call";
import { disturbed, type Sent } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

const reads =
  (what: string) =>
  ({ input }: Sent) =>
    JSON.stringify(input).includes(`":pk":"${what}#`);

async function aGallery(order: "asc" | "desc") {
  const made = await aTable({
    fields: [
      { name: "Name", type: "singleLineText" },
      { name: "Files", type: "attachment" },
      { name: "Number", type: "autoNumber" },
    ],
  });
  const { owner: as, tableId, baseId } = made;
  const params = { tableId };
  const [, files, number] = made.table.fields as { id: string }[];
  const orders = [{ fieldId: files?.id ?? "", order }];
  const body = { name: "By files", type: "grid", sort: { sortObjs: orders } };
  const { body: view, status } = await call(createView, { as, params, body });
  expect(status).toBe(201);
  await addToNumber(counterKey(tableId), recordsWithoutIndex + 1);
  const picture = await aFile(as, { bytes: aPicture({ width: 80, height: 60 }), type: "image/png" });
  const text = await aFile(as);
  const write = (name: string, of = text) => ({ ...of.item, name });
  async function add(...cells: object[][]): Promise<RecordId[]> {
    const records = cells.map((Files, i) => ({
      fields: { Name: `n${i}`, ...(Files.length > 0 && { Files }) },
    }));
    const answer = await call(createRecords, { as, params, body: { records } });
    expect(answer.status).toBe(201);
    return answer.body.records.map(({ id }: { id: RecordId }) => id);
  }
  const update = async (id: RecordId | undefined, Files: unknown) => {
    const records = [{ id, fields: { Files } }];
    const answer = await call(updateRecords, { as, params, body: { records } });
    expect(answer.status).toBe(200);
  };
  /** The names of the files of all records, as the index has them; it is not scanned. */
  async function list(): Promise<string[]> {
    const query: Record<string, string> = { viewId: view.id, take: "3" };
    const found: { id: string; fields: { Files?: { name: string }[] } }[] = [];
    const calls = await disturbed(
      () => undefined,
      async () => {
        for (let cursor: string | null = ""; cursor !== null; ) {
          const page: { body: { records: typeof found; nextCursor: string | null } } = await call(
            listRecords,
            {
              ...{ as, params },
              query: { ...query, ...(cursor && { cursor }) },
            },
          );
          found.push(...page.body.records);
          cursor = page.body.nextCursor;
        }
      },
    );
    expect([calls.some(reads("INDEX")), calls.some(reads("RECORDS"))]).toEqual([true, false]);
    const orderBy = JSON.stringify([...orders, { fieldId: number?.id, order: "asc" }]);
    const { body: scanned } = await call(listRecords, { as, params, query: { viewId: view.id, orderBy } });
    expect(found.map(({ id }) => id)).toEqual(scanned.records.map(({ id }: { id: string }) => id));
    return found.map(({ fields: { Files = [] } }) => Files.map(({ name }) => name).join("+"));
  }
  const make = () => makeIndexes({ as, params, baseId, orders, viewId: view.id });
  const item = (id: RecordId) => getItem<RecordItem>(recordKey(tableId, id));
  return { tableId, add, update, list, make, write, picture, text, item };
}

test.each(["asc", "desc"] as const)("%s: files of another name, other files, and none", async (order) => {
  const { add, update, list, make, write, picture, tableId } = await aGallery(order);
  const inOrder = (...names: string[]) => (order === "asc" ? names : names.toReversed());
  const ids = await add([write("b")], [], [write("c", picture), write("a")], [write("a")]);
  await make();
  expect(await list()).toEqual(inOrder("", "a", "b", "c+a"));
  const [more] = await add([write("bb")]);
  await update(ids[0], [write("z")]);
  await update(ids[2], [write("c", picture)]);
  await update(ids[1], [write("a", picture)]);
  await update(ids[3], null);
  await update(more, [write("0"), write("1")]);
  expect(await list()).toEqual(inOrder("", "0+1", "a", "c", "z"));
  const [report] = await checkIndexes(tableId, async () => {});
  expect(report).toMatchObject({ records: 5, entries: 5, wrong: 0, left: 0 });
});

test("thumbnails that are made later leave the entry as it is", async () => {
  const { add, list, make, write, picture, tableId, item } = await aGallery("asc");
  const hear = () => hears(makeThumbnails, fileKey(picture.token as FileToken), "changed");
  const [before] = await add([write("b", picture)], [write("a")]);
  await make();
  const [after] = await add([write("c", picture)]);
  if (!before || !after) throw new Error("no records");
  const named = (await item(after))?.ix;
  expect(named).toBeDefined();
  await hear();
  for (const id of [before, after]) expect(JSON.stringify((await item(id))?.cells)).toContain('"thumbnails"');
  expect((await item(after))?.ix).toEqual(named);
  expect(await list()).toEqual(["a", "b", "c"]);
  const [report] = await checkIndexes(tableId, async () => {});
  expect(report).toMatchObject({ records: 3, entries: 3, wrong: 0, left: 0 });
});
