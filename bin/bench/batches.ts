/*
 * Calls of a thousand records over HTTP beside the bare SDK, which writes the same items to the same engine in a loop of
 * transactions of a hundred: until the answer, and until nothing of the call's staged commit is left to do.
 */
import { setTimeout as wait } from "node:timers/promises";
import { BatchGetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { recordKey } from "#lib/data/records/record-keys";
import type { TableId } from "#lib/schemas/basics/ids";
import { shardKeys } from "#lib/store/commit-items";
import { request } from "../demo/client.ts";
import { bareWriter, type Item, piecesOf } from "./bare-writer.ts";
import { type Measured, median } from "./budget.ts";
import { eightFieldTable, recordOf, twoCellsOf } from "./records.ts";
import type { Bench, Sdk } from "./store.ts";

const rounds = 7;
const size = 1000;
const leastAnswered = 0.5;
const leastFinished = 0.25;

type Operation = "create" | "update" | "delete";
interface Times {
  bare: number;
  bareWriting: number;
  answered: number;
  finished: number;
}

export async function batches({ dev, sdk }: Bench): Promise<Measured[]> {
  const tableId = (await eightFieldTable({ dev })) as TableId;
  const times: Record<Operation, Times[]> = { create: [], update: [], delete: [] };
  const calls = callsOf(dev, tableId);
  let model = await itemsOf(sdk, tableId, await calls.create());
  // the first round warms both up, and does not count
  for (let round = 0; round <= rounds; round++) {
    const bare = bareWriter(sdk, model, `BENCH#${tableId}#${round}`);
    let ids: string[] = [];
    const measure = async (operation: Operation, call: () => Promise<string[]>) => {
      const { all, writing } = await bare[operation]();
      const begun = performance.now();
      ids = await call();
      const answered = performance.now();
      await settled(sdk);
      const finished = performance.now();
      if (round === 0) return;
      times[operation].push({
        bare: all,
        bareWriting: writing,
        answered: answered - begun,
        finished: finished - begun,
      });
    };
    await settled(sdk);
    await measure("create", () => calls.create());
    model = await itemsOf(sdk, tableId, ids);
    await measure("update", () => calls.update(ids));
    await measure("delete", () => calls.remove(ids));
  }
  return Object.entries(times).flatMap(([operation, each]) => measured(operation, each));
}

function measured(operation: string, times: Times[]): Measured[] {
  const rate = (of: keyof Times) => Math.round((size * 1000) / median(times.map((each) => each[of])));
  const ratio = (bare: "bare" | "bareWriting", of: keyof Times) =>
    median(times.map((each) => each[bare] / each[of]));
  const line = (what: string, of: keyof Times, least: number): Measured => ({
    line: `${operation} ${size} records, ${what}: ${rate(of)} records/s, bare SDK ${rate("bare")}: ${ratio("bare", of).toFixed(2)} (≥ ${least}); beside its writing alone ${ratio("bareWriting", of).toFixed(2)}`,
    holds: ratio("bare", of) >= least,
  });
  return [
    line("until the answer", "answered", leastAnswered),
    line("until it is finished", "finished", leastFinished),
  ];
}

function callsOf(dev: Bench["dev"], tableId: TableId) {
  const path = `/table/${tableId}/record`;
  const idsOf = (records: { id: string }[]) => records.map(({ id }) => id);
  const thousand = Array.from({ length: size }, (_, i) => recordOf(i));
  return {
    async create() {
      const made = await request<{ records: { id: string }[] }>(dev, "POST", path, { records: thousand });
      return idsOf(made.records);
    },
    async update(ids: string[]) {
      const records = ids.map((id, i) => ({ id, ...twoCellsOf(i) }));
      return idsOf(await request<{ id: string }[]>(dev, "PATCH", path, { records }));
    },
    async remove(recordIds: string[]) {
      const gone = await request<{ records: { id: string }[] }>(dev, "POST", `${path}/delete`, { recordIds });
      return idsOf(gone.records);
    },
  };
}

/** The items of these records, as they will be written once more. */
async function itemsOf({ client, TableName }: Sdk, tableId: TableId, ids: string[]): Promise<Item[]> {
  const pieces = piecesOf(ids.map((id) => recordKey(tableId, id)));
  const answers = await Promise.all(
    pieces.map((Keys) => client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } }))),
  );
  return answers.flatMap(({ Responses }) => (Responses?.[TableName] ?? []) as Item[]);
}

/** Waits until every staged commit has come to its end. */
async function settled({ client, TableName }: Sdk): Promise<void> {
  const entries = shardKeys.map((pk) => ({
    TableName,
    ConsistentRead: true,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": pk },
    Limit: 1,
  }));
  for (;;) {
    const found = await Promise.all(entries.map((entry) => client.send(new QueryCommand(entry))));
    if (found.every(({ Count }) => Count === 0)) return;
    await wait(5);
  }
}
