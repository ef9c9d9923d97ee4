/* Records with links of every kind are created, changed, deleted and restored, with an accident at any request to the store. */
import { describe, expect, test, vi } from "vitest";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { settleAll } from "#test/support/events/commits";
import { call } from "#test/support/requests/call";
import { tellNews } from "#test/support/store/record-images";
import { accidents, everyRequest } from "../support.ts";
import { aLinkedWorld, expectAgreement } from "./support.ts";

const headers = { "idempotency-key": "one" };

async function toCreate(count: number) {
  const world = await aLinkedWorld(count);
  return { ...world, send: () => world.make(0, headers), look: () => world.look(0) };
}

async function filled(count: number) {
  const world = await aLinkedWorld(count);
  const { status, body } = await world.make(0);
  expect(status).toBe(201);
  await settleAll();
  return { ...world, filmIds: body.records.map(({ id }: { id: string }) => id) as string[] };
}

async function toUpdate(count: number) {
  const world = await filled(count);
  const { as, params, filmIds } = world;
  const records = world.linked(1).map(({ fields }, i) => ({ id: filmIds[i], fields }));
  const send = () => call(updateRecords, { as, params, headers, body: { records } });
  return { ...world, send, look: () => world.look(1) };
}

async function toDelete(count: number) {
  const world = await filled(count);
  const { as, params, filmIds } = world;
  const send = () => call(deleteListedRecords, { as, params, headers, body: { recordIds: filmIds } });
  return { ...world, send, look: async () => count - (await world.look(0)) };
}

async function toRestore(count: number) {
  const world = await toDelete(count);
  expect((await world.send()).status).toBe(200);
  await settleAll();
  await tellNews();
  const [item] = await recordItems(world, world.films.tableId);
  const ofRestoring = { "idempotency-key": "two" };
  const send = () => bringBack(item?.id as string, { as: world.as, headers: ofRestoring });
  return { ...world, send, look: async () => count - (await world.look()) };
}

const acts = {
  creating: { prepare: toCreate, success: 201 },
  changing: { prepare: toUpdate, success: 200 },
  deleting: { prepare: toDelete, success: 200 },
  restoring: { prepare: toRestore, success: 201 },
};

describe.each(Object.entries(acts))("%s", (name, { prepare, success }) => {
  // the links of two films fit into a transaction; those of five are a staged commit
  test.each([
    ...accidents.map((accident) => ({ accident, all: 2 })),
    { accident: "killed after", all: 5 },
  ] as const)(
    "$all films, $accident: all links or none, both sides agree, and a retry does it once",
    { timeout: 300_000 },
    async ({ accident, all }) => {
      vi.spyOn(console, "error").mockImplementation(() => {});
      await everyRequest(accident, { name: `${name} ${all} films`, success, all }, () => prepare(all), {
        check: (_, __, world) => expectAgreement(world),
        checkAgain: (_, __, world) => expectAgreement(world),
      });
    },
  );
});
