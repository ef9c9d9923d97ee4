/* The calls whose costs bin/cost.ts shows. */
import { handler as listChanges } from "#functions/change/list-changes";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { createFirstUser } from "#lib/accounts/welcome";
import { joinChanges } from "#lib/data/spaces/members";
import type { DevJson } from "#lib/local/process/dev-json";
import type { BaseId } from "#lib/schemas/basics/ids";
import { commit } from "#lib/store/commit";
import { type Asked, ask } from "../bench/ask.ts";
import { eightFieldTableHere, type Handlers } from "../bench/handlers.ts";
import { hundredRecords } from "../bench/records.ts";

export interface Scene {
  title: string;
  /** Round trips to the store, as test/round-trips.test.ts asserts them. */
  trips: number;
  /** Creates the data that the call needs, and gives the call. */
  prepare: () => Promise<Asked>;
}

export async function scenes({ dev }: Handlers): Promise<Scene[]> {
  const params = { tableId: await eightFieldTableHere(dev) };
  const createHundred = { endpoint: createRecords, params, body: hundredRecords };
  async function made(): Promise<string[]> {
    const { records } = await ask<{ records: { id: string }[] }>(dev, createHundred);
    return records.map(({ id }) => id);
  }
  const ids = await made();
  const inRecord = { ...params, recordId: ids[0] ?? "" };
  // alternates: writing the same value again would be no edit and cause no history
  let Done = true;
  const otherCells = () => {
    Done = !Done;
    return { fields: { Done } };
  };
  const mention = { type: "mention", value: await colleague(dev) };
  const comment = { content: [{ type: "p", children: [mention] }] };
  const scene = (title: string, trips: number, call: () => Asked | Promise<Asked>): Scene => ({
    title,
    trips,
    prepare: async () => call(),
  });
  return [
    scene("get a record", 2, () => ({ endpoint: getRecord, params: inRecord })),
    scene("list 100 records", 2, () => ({ endpoint: listRecords, params, query: "?take=100" })),
    scene("update a record", 3, () => ({
      endpoint: updateRecord,
      params: inRecord,
      body: { record: otherCells() },
    })),
    scene("update 100 records", 4, () => {
      const cells = otherCells();
      return { endpoint: updateRecords, params, body: { records: ids.map((id) => ({ id, ...cells })) } };
    }),
    scene("create a record", 4, () => ({
      ...createHundred,
      body: { records: hundredRecords.records.slice(0, 1) },
    })),
    scene("create 100 records", 4, () => createHundred),
    scene("delete 100 records", 4, async () => ({
      endpoint: deleteListedRecords,
      params,
      body: { recordIds: await made() },
    })),
    scene("changes since a cursor", 3, async () => {
      const list = { endpoint: listChanges, params: { baseId: dev.baseId } };
      const { cursor } = await ask<{ cursor: string }>(dev, list);
      return { ...list, query: `?since=${cursor}` };
    }),
    scene("comment with a mention", 4, () => ({
      endpoint: createComment,
      params: inRecord,
      body: comment,
    })),
  ];
}

/** Creates a user who may be mentioned, and gives the id. */
async function colleague({ baseId }: DevJson): Promise<string> {
  const now = new Date().toISOString();
  const newcomer = { name: "Colleague", email: "colleague@gridless.local", scopes: [], expiredTime: now };
  const { user } = await createFirstUser(newcomer, now);
  await commit(joinChanges(`BASE#${baseId as BaseId}`, user.id, "editor", now));
  return user.id;
}
