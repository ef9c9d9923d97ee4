/* A person takes another name, with an accident at any request to the store: lists in the order of names are right, whatever happens. */
import { expect, test } from "vitest";
import { handler as removeBaseCollaborator } from "#functions/base/remove-base-collaborator";
import { handler as createField } from "#functions/field/create-field";
import { handler as tendIndexes } from "#functions/index/tend-indexes";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as changeName } from "#functions/user/change-name";
import { handler as createView } from "#functions/view/create-view";
import * as users from "#lib/data/identity/users";
import { askedPart } from "#lib/data/indexes/asked-orders";
import { readSchema } from "#lib/data/schema/table-schema";
import { type Item, readAll } from "#lib/store/store";
import { aLargeTable, makeIndexes } from "#test/functions/index/support";
import { settleAll } from "#test/support/events/commits";
import { eventOf } from "#test/support/events/deliver";
import { process } from "#test/support/events/processes";
import { aMember, aSession, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { aSample, told } from "#test/support/run/points";
import { useOwnStore } from "#test/support/store/own-store";
import { accidents } from "./support.ts";

interface Shown {
  autoNumber: number;
  fields: { Who: { id: string; title: string } };
}

/** A table with an index in the order of names, and one in the order of numbers. */
async function aWorld() {
  const large = await aLargeTable();
  const { as: owner, params, baseId } = large;
  const bob = await aMember(baseId, "editor");
  const { body: field } = await call(createField, { as: owner, params, body: { type: "user", name: "Who" } });
  const sort = { sortObjs: [{ fieldId: field.id, order: "asc" }] };
  const { body: view } = await call(createView, {
    as: owner,
    params,
    body: { name: "By", type: "grid", sort },
  });
  const records = [owner, bob, owner, bob].map(({ userId: id }) => ({ fields: { Who: { id, title: "" } } }));
  expect((await call(createRecords, { as: owner, params, body: { records } })).status).toBe(201);
  await settleAll();
  await makeIndexes(large);
  const states = async () => (await readSchema(params.tableId)).indexes.map(({ state }) => state).sort();
  expect(await states()).toEqual(["ready", "ready"]);
  async function look() {
    const { status, body } = await call(listRecords, { as: owner, params, query: { viewId: view.id } });
    const shown: Shown[] = body.records ?? [];
    if (status === 200) {
      const sorted = shown.toSorted(
        (a, b) => a.fields.Who.title.localeCompare(b.fields.Who.title) || a.autoNumber - b.autoNumber,
      );
      expect(shown).toEqual(sorted);
      expect(shown).toHaveLength(4);
    }
    return status;
  }
  const leave = () =>
    call(removeBaseCollaborator, { as: owner, params: { baseId }, query: { userId: bob.userId } });
  const reports = async () =>
    (await readAll<Item>({ pk: askedPart(params.tableId) })).filter(({ entity }) => entity === "misplaced");
  return { ...large, bob, states, look, leave, reports };
}

const renamed = () => readAll<Item>({ pk: "RENAMED" });
const hear = (items: Item[]) =>
  Promise.all(items.map((item) => tendIndexes(eventOf(item, item.version)).catch(() => {})));
const nameOf = async ({ userId }: Someone) => (await users.find(userId))?.name;

/** Tries an act with an accident at each of its requests; `check` is called after each. */
async function tryAll<Made>(
  name: string,
  prepare: () => Promise<Made>,
  act: (made: Made) => Promise<unknown>,
  check: (made: Made, ended: unknown) => Promise<void>,
) {
  for (const accident of accidents) {
    const sample = aSample();
    let requests = 0;
    for (let n = sample.first, isMet = true; isMet; n += sample.every) {
      await useOwnStore();
      const made = await prepare();
      const { calls, result } = await process(
        (_, index) => (index === n ? accident : undefined),
        () => act(made),
      );
      isMet = calls.length > n;
      requests = calls.length;
      await settleAll();
      await check(made, result);
    }
    expect(requests).toBeGreaterThan(2);
    console.log(`${name}, ${accident}: ${told(sample, requests)}`);
  }
}

const patient = { timeout: 300_000 };

test("taking another name", patient, () =>
  tryAll(
    "taking another name",
    async () => {
      const world = await aWorld();
      return { ...world, session: await aSession(world.bob.userId) };
    },
    ({ session: signedIn }) =>
      call(changeName, { signedIn, headers: { "idempotency-key": "one" }, body: { name: "A" } }),
    async ({ bob, look, states, session: signedIn }) => {
      const isThere = (await nameOf(bob)) === "A";
      expect(await renamed()).toHaveLength(isThere ? 1 : 0);
      expect(await look()).toBe(200);
      const again = { signedIn, headers: { "idempotency-key": "one" }, body: { name: "A" } };
      expect((await call(changeName, again)).status).toBe(200);
      expect(await renamed()).toHaveLength(1);
      expect(await look()).toBe(200);
      await hear(await renamed());
      expect(await states()).toEqual(["ended", "ready"]);
      expect(await look()).toBe(200);
    },
  ),
);

test("the consumer that ends indexes", patient, () =>
  tryAll(
    "the consumer",
    async () => {
      const world = await aWorld();
      await call(changeName, { signedIn: await aSession(world.bob.userId), body: { name: "A" } });
      return world;
    },
    async () => hear(await renamed()),
    async ({ look, states }) => {
      expect(await look()).toBe(200);
      await hear((await renamed()).filter(({ entity }) => entity === "renamed"));
      expect(await states()).toEqual(["ended", "ready"]);
      expect(await renamed()).toMatchObject([{ entity: "heardRename" }]);
      await hear(await renamed());
      expect(await renamed()).toEqual([]);
      expect(await look()).toBe(200);
    },
  ),
);

test("a page that reports a person who has left", patient, () =>
  tryAll(
    "a page that reports",
    async () => {
      const world = await aWorld();
      await world.leave();
      await call(changeName, { signedIn: await aSession(world.bob.userId), body: { name: "A" } });
      await hear(await renamed());
      expect(await world.states()).toEqual(["ready", "ready"]);
      return world;
    },
    ({ look }) => look(),
    async ({ look, states, reports }, status) => {
      // of a read that fails for good, the call says so
      expect([200, 500, 503, undefined]).toContain(status);
      expect(await look()).toBe(200);
      await expect.poll(reports).toHaveLength(1);
      await hear(await reports());
      expect(await states()).toEqual(["ended", "ready"]);
      expect(await look()).toBe(200);
    },
  ),
);
