/* Ending what an application may do, also when the store fails in the middle of it. */
import { expect, test } from "vitest";
import * as grants from "#lib/data/oauth/grants";
import { keysStartingWith, readAll } from "#lib/store/store";
import { anApp, aPerson, type Given, isAlive, tokensOf } from "#test/support/makers/oauth";
import { disturbed } from "#test/support/store/faults";

test("the newest consent comes first, of each application once", async () => {
  const person = await aPerson();
  const apps = [await anApp(), await anApp()];
  for (const app of [...apps, ...apps.slice(0, 1)]) await tokensOf(app, person);
  expect((await grants.listOf(person.userId)).map(({ clientId }) => clientId)).toEqual(
    apps.map(({ clientId }) => clientId).reverse(),
  );
});

test("what was never granted cannot be revoked", async () => {
  const [person, app] = [await aPerson(), await anApp()];
  expect(await grants.revoke(person.userId, app.clientId)).toBe(false);
});

test("of half a revocation nothing is forgotten: done again, it ends the rest", async () => {
  const [person, app, other] = [await aPerson(), await anApp(), await anApp()];
  const given: Given[] = [];
  for (let i = 0; i < 60; i++) given.push(await tokensOf(app, person));
  const kept = await tokensOf(other, person);
  let writes = 0;
  await disturbed(
    ({ command }) => (command === "TransactWriteItems" && ++writes > 1 ? "not sent" : undefined),
    async () => {
      await expect(grants.revoke(person.userId, app.clientId)).rejects.toMatchObject({
        code: "database_connection_unavailable",
      });
    },
  );
  const alive = await Promise.all(given.map((each) => isAlive(person, each)));
  expect(alive.filter(Boolean)).toHaveLength(10);
  expect(await grants.listOf(person.userId)).toHaveLength(2);

  expect(await grants.revoke(person.userId, app.clientId)).toBe(true);
  expect(await Promise.all(given.map((each) => isAlive(person, each)))).not.toContain(true);
  const left = await readAll({ pk: `USER#${person.userId}`, ...keysStartingWith("GRANT#") });
  expect(left.map(({ sk }) => sk.includes(app.clientId))).toEqual([false, false]);
  expect(await isAlive(person, kept)).toBe(true);
});
