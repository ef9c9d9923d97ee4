/*
 * A client whose batches have 1 to 1000 records. If a batch gets no response, the client sends it again, or it reads the table instead: all
 * records of the batch must then be as before, or all as sent.
 */
import { isDeepStrictEqual } from "node:util";
import { pick, random, some } from "../chance.ts";
import { type Cells, noteNumber, type Page, type Sheet, type Shown, walk } from "../table.ts";
import { type Asked, Unanswered } from "../wire.ts";

const sizes = [1, 2, 50, 99, 100, 101, 400, 1000];
/** With more records than this, the client deletes instead of creating. */
const mostOwn = 1500;

export function newBatchClient(number: number, sheet: Sheet) {
  const { wire, tally, path } = sheet;
  const account = new Map<string, Cells>();
  let made = 0;

  /** Gives undefined if there is no response and it is not sent again. */
  async function ask<Body>(asked: Asked, expected: number): Promise<Body | undefined> {
    if (random(2)) return (await wire.ask<Body>(asked, expected)).body;
    try {
      return (await wire.askOnce<Body>(asked, expected)).body;
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      tally.count(`${asked.operation}: the server was killed, not sent again`);
      return undefined;
    }
  }

  const own = async (prefix: string): Promise<Shown[]> =>
    (await walk(sheet, 1000)).filter(({ fields }) => fields.Name?.startsWith(prefix));

  async function create(): Promise<void> {
    const size = pick(sizes) ?? 1;
    const prefix = `b${number}.${made++}.`;
    const isCoded = random(2) === 0;
    const cells = Array.from({ length: size }, (_, i): Cells => {
      const Name = `${prefix}${i}`;
      if (isCoded) sheet.codes.add(Name);
      return { Name, Count: i, Status: "open", ...(isCoded && { Code: Name }) };
    });
    const asked = {
      operation: `create 1 to 1000`,
      method: "POST",
      path: `${path}/record`,
      body: { records: cells.map((fields) => ({ fields })) },
    };
    const body = await ask<Page>(asked, 201);
    const found = body?.records ?? (await own(prefix));
    tally.holds(
      found.length === size || (!body && found.length === 0),
      () => `a batch of ${size} records is there by half: ${found.length}`,
    );
    for (const [i, record] of found.entries()) {
      noteNumber(sheet, record);
      const wanted = body ? cells[i] : cells.find(({ Name }) => Name === record.fields.Name);
      account.set(record.id, wanted as Cells);
    }
  }

  /** Gives the same new number to many records. */
  async function change(): Promise<void> {
    const ids = some([...account.keys()], pick(sizes) ?? 1);
    if (ids.length === 0) return;
    const Count = 1000 + made++;
    const records = ids.map((id) => ({ id, fields: { Count } }));
    const asked = {
      operation: "change 1 to 1000",
      method: "PATCH",
      path: `${path}/record`,
      body: { records },
    };
    const isDone = (await ask(asked, 200)) ? true : await isChanged(ids, Count);
    if (!isDone) return;
    for (const id of ids) account.set(id, { ...account.get(id), Count });
  }

  async function isChanged(ids: string[], Count: number): Promise<boolean> {
    const among = new Set(ids);
    const found = (await own(`b${number}.`)).filter(({ id }) => among.has(id));
    const changed = found.filter(({ fields }) => fields.Count === Count);
    tally.holds(
      found.length === ids.length && [0, ids.length].includes(changed.length),
      () => `a change of ${ids.length} records is there by half: ${changed.length} of ${found.length}`,
    );
    return changed.length > 0;
  }

  async function remove(): Promise<void> {
    const recordIds = some([...account.keys()], 1000);
    const asked = {
      operation: "delete 1000",
      method: "POST",
      path: `${path}/record/delete`,
      body: { recordIds },
    };
    const among = new Set(recordIds);
    const left = (await ask(asked, 200)) ? [] : (await own(`b${number}.`)).filter(({ id }) => among.has(id));
    tally.holds(
      [0, recordIds.length].includes(left.length),
      () => `a deletion of ${recordIds.length} records is there by half: ${left.length} are left`,
    );
    if (left.length === 0) for (const id of recordIds) account.delete(id);
  }

  async function look(): Promise<void> {
    for (const { id, fields } of await own(`b${number}.`))
      tally.holds(
        isDeepStrictEqual(fields, account.get(id)),
        () => `${id} is ${JSON.stringify(fields)}, acknowledged ${JSON.stringify(account.get(id))}`,
      );
  }

  async function turn(): Promise<void> {
    if (account.size > mostOwn) await remove();
    else await (pick([create, create, change, change, look]) ?? look)();
  }
  return { account, turn };
}
