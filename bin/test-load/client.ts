/*
 * One of many clients. Only this client writes its own records, one request after another. It keeps the acknowledged cells in its account,
 * and every response about these records must agree with the account.
 */
import { isDeepStrictEqual } from "node:util";
import { pick, random, some, weighted } from "./chance.ts";
import { type Cells, noteNumber, type Page, type Sheet, type Shown, walk } from "./table.ts";
import type { Asked } from "./wire.ts";

/** With more records than this, a client deletes instead of creating, so that the table does not grow further. */
const mostOwn = 250;

const everything = {
  createOne: 12,
  createHundred: 3,
  update: 12,
  updateMany: 6,
  exchange: 3,
  upsert: 6,
  remove: 5,
  removeMany: 4,
  get: 16,
  walk: 1,
  page: 6,
};
/** Additional writes of many records a call. They cause the most work after the answers. */
const writes = { createHundred: 2, updateMany: 1 };

export interface Client {
  account: Map<string, Cells>;
  turn(): Promise<void>;
}

export function newClient(number: number, sheet: Sheet, onlyWrites: boolean): Client {
  const { wire, tally, path } = sheet;
  const account = new Map<string, Cells>();
  let made = 0;
  const next = () => `c${number}.${made++}`;
  const aCode = () => {
    const code = `own ${next()}`;
    sheet.codes.add(code);
    return code;
  };
  const own = () => [...account.keys()];

  const cells = (): Cells => ({ Name: next(), Count: random(1000), Status: `choice ${random(30)}` });
  const coded = (): Cells => ({ ...cells(), Code: aCode() });

  const agrees = ({ id, fields }: Shown, doing: string) =>
    tally.holds(
      isDeepStrictEqual(fields, account.get(id)),
      () => `${doing}: ${id} is ${JSON.stringify(fields)}, acknowledged ${JSON.stringify(account.get(id))}`,
    );

  /** Creates records. With an idempotency key, it sends the request twice in different ways. */
  async function create(records: Cells[]): Promise<void> {
    const withKey = random(2) === 0;
    const asked: Asked = {
      operation: `create ${records.length}${withKey ? " with a key" : ""}`,
      method: "POST",
      path: `${path}/record`,
      body: { typecast: true, records: records.map((fields) => ({ fields })) },
      ...(withKey && { headers: { "idempotency-key": crypto.randomUUID() } }),
    };
    const send = async () => (await wire.ask<Page>(asked, 201)).body.records;
    const way = withKey ? random(4) : 3;
    if (way === 0) await wire.cut({ ...asked, cutAfter: random(60) });
    const sent = [send(), ...(way === 1 ? [send()] : [])];
    const [answer, ...others] = (await Promise.all(sent)) as [Shown[], ...Shown[][]];
    if (way === 2) others.push(await send());
    for (const other of others)
      tally.holds(
        isDeepStrictEqual(other, answer),
        () => `${asked.operation}: sent twice, with different responses`,
      );
    tally.holds(
      answer.length === records.length,
      () => `${asked.operation}: the response has ${answer.length} records`,
    );
    for (const [i, record] of answer.entries()) {
      noteNumber(sheet, record);
      account.set(record.id, records[i] as Cells);
      agrees(record, asked.operation);
    }
  }

  async function change(changes: [id: string, Cells][], operation: string): Promise<void> {
    if (changes.length === 0) return;
    const records = changes.map(([id, fields]) => ({ id, fields }));
    const { body } = await wire.ask<Shown[]>(
      { operation, method: "PATCH", path: `${path}/record`, body: { typecast: true, records } },
      200,
    );
    for (const [id, fields] of changes) account.set(id, { ...account.get(id), ...fields });
    for (const record of body) agrees(record, operation);
  }

  async function remove(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const operation = `delete ${ids.length > 1 ? "many" : 1}`;
    const { body } = await wire.ask<Page>(
      { operation, method: "POST", path: `${path}/record/delete`, body: { recordIds: ids } },
      200,
    );
    for (const record of body.records) agrees(record, operation);
    for (const id of ids) account.delete(id);
  }

  const acts = {
    createOne: () => create([random(2) ? coded() : cells()]),
    createHundred: () =>
      account.size > mostOwn
        ? remove(some(own(), 100))
        : create(Array.from({ length: 100 }, random(2) ? coded : cells)),
    async update() {
      const id = pick(own());
      if (!id) return;
      const fields = cells();
      const { body } = await wire.ask<Shown>(
        {
          operation: "update",
          method: "PATCH",
          path: `${path}/record/${id}`,
          body: { typecast: true, record: { fields } },
        },
        200,
      );
      account.set(id, { ...account.get(id), ...fields });
      agrees(body, "update");
    },
    updateMany: () =>
      change(
        some(own(), 2 + random(60)).map((id) => [id, random(2) ? cells() : coded()]),
        "update many",
      ),
    /** Rotates unique values among records. */
    async exchange() {
      const ids = some(
        own().filter((id) => account.get(id)?.Code),
        4,
      );
      const codes = ids.map((id) => account.get(id)?.Code);
      await change(
        ids.map((id, i) => [id, { Code: codes[(i + 1) % ids.length] ?? "" }]),
        "exchange codes",
      );
    },
    async upsert() {
      const known = some(
        own().filter((id) => account.get(id)?.Code),
        1 + random(8),
      );
      const records = [
        ...known.map((id) => ({ ...cells(), Code: account.get(id)?.Code ?? "" })),
        ...Array.from({ length: 1 + random(4) }, coded),
      ];
      if (account.size > mostOwn) return remove(known);
      const { body } = await wire.ask<Page & { created: string[]; updated: string[] }>(
        {
          operation: "upsert",
          method: "PATCH",
          path: `${path}/record`,
          body: {
            typecast: true,
            upsert: { fieldKeys: ["Code"] },
            records: records.map((fields) => ({ fields })),
          },
        },
        200,
      );
      tally.holds(
        isDeepStrictEqual(body.updated, known) && body.created.length === records.length - known.length,
        () => `upsert: ${JSON.stringify(body)} of ${known}`,
      );
      for (const [i, record] of body.records.entries()) {
        noteNumber(sheet, record);
        account.set(record.id, { ...account.get(record.id), ...(records[i] as Cells) });
        agrees(record, "upsert");
      }
    },
    remove: () => remove(some(own(), 1)),
    removeMany: () => remove(some(own(), account.size > mostOwn ? 100 : 10)),
    async get() {
      const id = pick(own());
      if (!id) return;
      const { body } = await wire.ask<Shown>(
        { operation: "get", method: "GET", path: `${path}/record/${id}` },
        200,
      );
      agrees(body, "get");
    },
    /** Other clients write meanwhile, but not to these records: each must be listed once, as acknowledged. */
    async walk() {
      const seen = (await walk(sheet, 500)).filter(({ fields }) => fields.Name?.startsWith(`c${number}.`));
      for (const record of seen) agrees(record, "list");
      const ids = new Set(seen.map(({ id }) => id));
      tally.holds(
        ids.size === account.size && seen.length === ids.size,
        () => `list: ${seen.length} records, ${ids.size} ids, ${account.size} acknowledged`,
      );
    },
    async page() {
      const query = `take=100&skip=${random(2000)}`;
      await wire.ask({ operation: "list 100", method: "GET", path: `${path}/record?${query}` }, 200);
    },
  };
  const act = weighted(acts, onlyWrites ? writes : everything);
  return { account, turn: () => act()() };
}
