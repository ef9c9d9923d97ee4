/*
 * Links of up to a thousand records in one call: added, removed, deleted with their record and restored. After each answer, also of a call
 * that was sent again, both sides show the same links.
 */
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { DevJson } from "#lib/local/process/dev-json";
import { pick, random, some } from "../chance.ts";
import type { Tally } from "../tally.ts";
import type { Wire } from "../wire.ts";

interface Made {
  id: string;
  records: { id: string }[];
}
interface Listed {
  records: { id: string; fields: Record<string, { id: string }[]> }[];
}

const films = 3;
const people = 1000;
const sizes = [0, 1, 99, 100, 101, 400, people];

export async function newLinker(dev: DevJson, wire: Wire, tally: Tally) {
  const make = async (name: string, count: number): Promise<Made> => {
    const body = {
      name,
      fields: [{ name: "Name", type: "singleLineText" }],
      records: Array.from({ length: count }, (_, i) => ({ fields: { Name: `${name} ${i}` } })),
    };
    const asked = {
      operation: "create a linked table",
      method: "POST",
      path: `/base/${dev.baseId}/table/`,
      body,
    };
    return (await wire.ask<Made>(asked, 201)).body;
  };
  const [shown, own] = [await make("Person", people), await make("Film", films)];
  const persons = shown.records.map(({ id }) => id);
  const { body: link } = await wire.ask<{ id: string; options: { symmetricFieldId: string } }>(
    {
      operation: "create a link field",
      method: "POST",
      path: `/table/${own.id}/field`,
      body: { name: "Cast", type: "link", options: { relationship: "manyMany", foreignTableId: shown.id } },
    },
    201,
  );
  /** The links that were acknowledged: the ids of the people of each film. */
  const account = new Map(own.records.map(({ id }) => [id, [] as string[]]));

  async function change(film: string): Promise<void> {
    const ids = some(persons, pick(sizes) ?? 1);
    const fields = { [link.id]: ids.length > 0 ? ids.map((id) => ({ id })) : null };
    const asked = {
      operation: "link 0 to 1000",
      method: "PATCH",
      path: `/table/${own.id}/record/${film}`,
      body: { fieldKeyType: "id", record: { fields } },
    };
    await wire.ask(asked, 200);
    account.set(film, ids);
  }

  async function removeAndRestore(film: string): Promise<void> {
    const path = `/table/${own.id}/record/${film}`;
    // a deletion takes no key: one that was executed and sent again is a 404
    await wire.ask({ operation: "delete a linked record", method: "DELETE", path }, 200, 404);
    const links = account.get(film) as string[];
    account.delete(film);
    await look();
    const trashId = await trashed(film);
    const asked = { operation: "restore a linked record", method: "POST", path: `/trash/restore/${trashId}` };
    await wire.ask(asked, 201);
    account.set(film, links);
  }

  /** The trash lists a record a moment after it was deleted. */
  async function trashed(film: string): Promise<string> {
    for (let tries = 0; tries < 300; tries++) {
      const { body } = await wire.ask<{ items: { id: string; resourceIds: string[] }[] }>(
        { operation: "list the trash", method: "GET", path: `/trash/items?tableId=${own.id}` },
        200,
      );
      const found = body.items.find(({ resourceIds }) => resourceIds.includes(film));
      if (found) return found.id;
      await wait(50);
    }
    throw new Error(`${film} was deleted and is not in the trash`);
  }

  /** Compares both sides with what was acknowledged. */
  async function look(): Promise<void> {
    const [here, there] = await Promise.all([
      read(own.id, link.id),
      read(shown.id, link.options.symmetricFieldId),
    ]);
    const wanted = [...account].flatMap(([film, ids]) => ids.map((id) => `${film} ${id}`)).sort();
    const shownHere = here.flatMap(([film, others]) => others.map((id) => `${film} ${id}`)).sort();
    const shownThere = there.flatMap(([id, others]) => others.map((film) => `${film} ${id}`)).sort();
    for (const [side, found] of [
      ["own", shownHere],
      ["other", shownThere],
    ] as const)
      tally.holds(
        isDeepStrictEqual(found, wanted),
        () => `${wanted.length} links were acknowledged, the ${side} side shows ${found.length}`,
      );
  }

  /** The cells of a field: each record with the ids that it links. */
  async function read(table: string, field: string) {
    const { body } = await wire.ask<Listed>(
      {
        operation: "list links",
        method: "GET",
        path: `/table/${table}/record?take=1000&fieldKeyType=id`,
      },
      200,
    );
    return body.records.map(
      ({ id, fields }) => [id, (fields[field] ?? []).map((other) => other.id)] as const,
    );
  }

  async function turn(): Promise<void> {
    const film = pick([...account.keys()]) as string;
    await (random(4) === 0 ? removeAndRestore(film) : change(film));
    await look();
  }
  return { turn };
}
