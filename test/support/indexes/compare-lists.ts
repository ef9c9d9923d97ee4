/* Compares the lists, groups and counts of views, which may come from indexes, with those of a scan. */
import { expect } from "vitest";
import { handler as listGroupPoints } from "#functions/aggregation/list-group-points";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as listRecords } from "#functions/record/list-records";
import type { TableId } from "#lib/schemas/basics/ids";
import { call } from "#test/support/requests/call";
import { random } from "#test/support/run/chance";
import { disturbed } from "#test/support/store/faults";

export interface Order {
  fieldId: string;
  order: string;
}
export interface View {
  id: string;
  sort: Order[];
  group: Order[];
}
interface Shown {
  id: string;
}
interface Field {
  id: string;
  name: string;
}

interface Place {
  as: { token: string };
  tableId: TableId;
  /** All that a view may be sorted by, for messages; one of them is named `Number` and holds the numbers of records. */
  fields: readonly Field[];
}

interface How {
  /** A further filter of the request, with ids of fields. */
  aFilter?: () => object | null;
  /** Happens after the first page of a list. */
  between?: () => Promise<unknown>;
}

export async function readPage({ as, tableId }: Place, query: Record<string, string>) {
  const answer = await call(listRecords, { as, params: { tableId }, query });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as { records: Shown[]; nextCursor: string | null; extra?: object };
}

/** The ids of a list, page by page. */
async function readThrough(place: Place, query: Record<string, string>, between?: How["between"]) {
  const found: string[] = [];
  let first = true;
  for (let cursor: string | null = ""; cursor !== null; first = false) {
    const { records, nextCursor }: Awaited<ReturnType<typeof readPage>> = await readPage(place, {
      ...query,
      ...(cursor && { cursor }),
    });
    found.push(...records.map(({ id }) => id));
    cursor = nextCursor;
    if (first) await between?.();
  }
  return found;
}

/** Every view, as it is and with a further filter, from an index if there is one, and scanned: in an order that no index has. */
export async function compareLists(
  place: Place,
  views: readonly View[],
  { aFilter, between }: How = {},
): Promise<void> {
  const { as, fields } = place;
  const params = { tableId: place.tableId };
  const number = fields.find(({ name }) => name === "Number")?.id ?? "";
  for (const { id: viewId, sort, group } of views) {
    // in a view without a sort the rows are in their own order
    if (sort.length + group.length === 0) continue;
    const further = random(2) ? (aFilter?.() ?? null) : null;
    const filter: Record<string, string> = further ? { filter: JSON.stringify(further) } : {};
    const asked = { viewId, fieldKeyType: "id", ...filter };
    const groupBy: Record<string, string> = group.length > 0 ? { groupBy: JSON.stringify(group) } : {};
    const orderBy = JSON.stringify([...sort, { fieldId: number, order: "asc" }]);
    const scan = {
      ...asked,
      ...groupBy,
      orderBy,
      collapsedGroupIds: JSON.stringify(["none"]),
      take: "1000",
    };
    const take = String(1 + random(40));
    const found = await readThrough(place, { ...asked, ...groupBy, take }, between);
    const skip = String(random(5));
    const skipped = await readPage(place, { ...asked, ...groupBy, take, skip });
    const expected = await readThrough(place, scan);
    const nameOf = ({ fieldId, order }: Order) => [fields.find(({ id }) => id === fieldId)?.name, order];
    const what = JSON.stringify({ sort: sort.map(nameOf), group: group.map(nameOf), further });
    expect(found, what).toEqual(expected);
    expect(
      skipped.records.map(({ id }) => id),
      what,
    ).toEqual(expected.slice(+skip).slice(0, +take));
    const { body } = await call(countRecords, { as, params, query: asked });
    expect(body.rowCount, what).toBe(expected.length);
    if (group.length === 0) continue;
    const { extra } = await readPage(place, { ...asked, ...groupBy, take });
    expect(extra, what).toEqual((await readPage(place, scan)).extra);
    const points = await call(listGroupPoints, { as, params, query: { ...asked, ...groupBy } });
    expect(points.body, what).toEqual((extra as { groupPoints: unknown }).groupPoints);
  }
}

/** How many pages of entries some work reads: those that wait are not counted. */
export async function countIndexReads(work: () => Promise<unknown>): Promise<number> {
  const calls = await disturbed(() => undefined, work);
  return calls.filter(({ input }) => /":pk":"INDEX#[^"]*#\d"/.test(JSON.stringify(input))).length;
}
