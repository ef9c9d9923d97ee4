/*
 * What writers do to the table that is followed. Each written record has a number of its own in two cells, `Tag` and `Count`, so that a state that is
 * shown can be found among the writes: a number that no write sent, or that was refused, or two cells of different writes, never existed.
 */
import { handler as importRecords } from "#functions/csv/import-records";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as deleteRecordsWhere } from "#functions/record/delete-records-where";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as orderRows } from "#functions/view/order-rows";
import type { Endpoint } from "#lib/http/endpoint";
import { process, someAccidents } from "#test/support/events/processes";
import { type Asking, call } from "#test/support/requests/call";
import { chance, random } from "#test/support/run/chance";

export interface Followed {
  owner: { token: string };
  tableId: string;
  viewId: string;
  tagId: string;
  countId: string;
}

/** What became of a written number: which record it was for, if that is known, and whether the write was refused. */
interface Written {
  recordId?: string;
  isRefused?: boolean;
}

/** Writers of a table. A share of the requests to the store that they make has an accident; some are killed. */
export function keepWrites({ owner, tableId, viewId, tagId, countId }: Followed, share: number) {
  const written = new Map<number, Written>();
  const statuses = new Map<string, number>();
  let extra: string | undefined;

  /** Cells with a number of their own. */
  function cells(recordId?: string) {
    const number = written.size + 1;
    written.set(number, recordId === undefined ? {} : { recordId });
    return { number, fields: { Tag: `t${number}`, Count: String(number) } };
  }

  /** A call of a process that may be killed: its status; undefined if it is not known what became of it. */
  async function attempt(endpoint: Endpoint, asking: Asking) {
    const asked = { as: owner, ...asking, params: { tableId, ...asking.params } };
    const ended = await process(someAccidents(share), () => call(endpoint, asked)).catch(() => undefined);
    const answer = ended?.result;
    const status = answer?.status ?? "killed";
    statuses.set(`${status}`, (statuses.get(`${status}`) ?? 0) + 1);
    return answer;
  }

  /** Sends cells with numbers; if the call is refused, none of them may be shown. */
  async function send(made: { number: number }[], endpoint: Endpoint, asking: Asking): Promise<void> {
    const answer = await attempt(endpoint, { ...asking, headers: { "x-window-id": "w" } });
    const isRefused =
      answer !== undefined && answer.status >= 400 && answer.status < 500 && answer.status !== 409;
    if (isRefused) for (const { number } of made) written.set(number, { ...written.get(number), isRefused });
  }

  async function someIds(most: number): Promise<string[]> {
    const { body } = await call(listRecords, { as: owner, params: { tableId }, query: { take: "200" } });
    const ids: string[] = (body.records ?? []).map(({ id }: { id: string }) => id);
    const first = random(Math.max(1, ids.length - most + 1));
    return ids.slice(first, first + most);
  }

  const create = (count: number) => {
    const made = Array.from({ length: count }, () => cells());
    const records = made.map(({ fields }) => ({ fields }));
    return send(made, createRecords, { body: { records, typecast: true } });
  };
  const importSome = (count: number) => {
    const made = Array.from({ length: count }, () => cells());
    const lines = made.map(({ fields }) => `${fields.Tag},${fields.Count}\n`);
    return send(made, importRecords, { body: { text: `Tag,Count\n${lines.join("")}` } });
  };
  const updateSome = async (most: number) => {
    const made = (await someIds(most)).map((id) => ({ id, ...cells(id) }));
    if (made.length === 0) return;
    const records = made.map(({ id, fields }) => ({ id, fields }));
    await send(made, updateRecords, { body: { records, typecast: true } });
  };
  const updateOne = async () => {
    const [recordId] = await someIds(1);
    if (!recordId) return;
    const { number, fields } = cells(recordId);
    const body = { record: { fields }, typecast: true };
    await send([{ number }], updateRecord, { params: { recordId }, body });
  };
  const deleteOne = async () => {
    const [recordId] = await someIds(1);
    if (recordId) await send([], deleteRecord, { params: { recordId } });
  };
  const deleteMany = async () => {
    const filter = { conjunction: "and", filterSet: [{ fieldId: "Tag", operator: "contains", value: "7" }] };
    await attempt(deleteRecordsWhere, { body: { filter } });
  };
  const undo = () => attempt(undoOperation, { headers: { "x-window-id": "w" } });
  const move = async () => {
    const [anchorId, ...recordIds] = await someIds(3);
    if (recordIds.length > 0)
      await attempt(orderRows, { params: { viewId }, body: { recordIds, anchorId, position: "before" } });
  };
  const convert = async () => {
    const formatting = { type: "decimal", precision: 0 };
    const body = chance() < 0.5 ? { type: "singleLineText" } : { type: "number", options: { formatting } };
    await attempt(convertField, { params: { fieldId: countId }, body });
  };
  const addOrDeleteField = async () => {
    const fieldId = extra;
    extra = undefined;
    if (fieldId) await attempt(deleteField, { params: { fieldId } });
    else {
      const body = {
        type: "formula",
        name: `Extra ${written.size}`,
        options: { expression: `{${tagId}} & "!"` },
      };
      extra = (await attempt(createField, { body }))?.body.id;
    }
  };

  const kinds: [weight: number, act: () => Promise<unknown>][] = [
    [30, updateOne],
    [15, () => create(1)],
    [6, () => create(40)],
    [2, () => create(150)],
    [10, () => updateSome(20)],
    [3, () => updateSome(150)],
    [10, deleteOne],
    [3, deleteMany],
    [8, undo],
    [6, move],
    [2, convert],
    [2, addOrDeleteField],
    [2, () => importSome(30)],
  ];
  const acts = kinds.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));
  const pick = () => acts[random(acts.length)] ?? updateOne;

  return {
    statuses,
    create,
    /** One call, of a random kind. */
    async writeOnce(): Promise<void> {
      await pick()();
    },
    /** Why a record can never have had these cells; undefined if it can. */
    explainWrong(id: string, shown: { [fieldId: string]: unknown }): string | undefined {
      const [tag, count] = [shown[tagId], shown[countId]];
      const number = Number(count);
      const known = written.get(number);
      if (!known || tag !== `t${number}`) return `${id} has cells of no write: ${tag}, ${count}`;
      if (known.isRefused) return `${id} has cells of a refused write: ${tag}`;
      known.recordId ??= id;
      return known.recordId === id ? undefined : `${id} has the cells that ${known.recordId} got: ${tag}`;
    },
  };
}
