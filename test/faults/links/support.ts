/* Films and people with a link field of each kind between them, and what calls leave behind. */
import { expect, vi } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as settleNotes } from "#functions/link/settle-notes";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import type { TableId } from "#lib/schemas/basics/ids";
import { settleAll } from "#test/support/events/commits";
import { findDisagreements } from "#test/support/links/check-links";
import { openNotes } from "#test/support/links/open-notes";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const relationships = ["manyMany", "manyOne", "oneMany", "oneOne"];
const kinds = relationships.flatMap((relationship) =>
  [false, true].map((isOneWay) => ({
    ...{ relationship, isOneWay },
    name: `${relationship} ${isOneWay ? "one-way" : "two-way"}`,
  })),
);

export type Cells = Record<string, unknown>;
type Films = Awaited<ReturnType<typeof aLinkedWorld>>;

const named = (names: string[]) => names.map((Name) => ({ fields: { Name } }));

/** Films with eight link fields to people: each relationship, two-way and one-way. Each film can have three people of its own. */
export async function aLinkedWorld(count: number) {
  const fields = [{ type: "singleLineText", name: "Name" }];
  const people = await aTable({ name: "People", fields, records: [] });
  const films = await aTable({ name: "Films", fields, records: [] }, people.owner, people);
  const { owner: as, tableId: foreignTableId } = people;
  const params = { tableId: films.tableId as TableId };
  for (const { name, ...options } of kinds) {
    const body = { type: "link", name, options: { ...options, foreignTableId } };
    expect((await call(createField, { as, params, body })).status).toBe(201);
  }
  const names = ["all", ...Array.from({ length: count * 3 }, (_, i) => `p${i}`)];
  const made = await call(createRecords, {
    as,
    params: { tableId: foreignTableId },
    body: { records: named(names) },
  });
  const [all = "", ...own]: string[] = made.body.records.map(({ id }: { id: string }) => id);

  /** The cells of a film with two of its own people: which ones depends on `turn`. */
  function cellsOf(i: number, turn: number): Cells {
    const [one, two] = [0, 1].map((k) => ({ id: own[i * 3 + ((turn + k) % 3)] as string }));
    const of: Cells = {
      manyMany: turn === 0 ? [{ id: all }, one, two] : [two, { id: all }, one],
      manyOne: turn === 0 ? { id: all } : one,
      oneMany: [one, two],
      oneOne: one,
    };
    return Object.fromEntries(kinds.map(({ name, relationship }) => [name, of[relationship]]));
  }
  const linked = (turn: number) =>
    Array.from({ length: count }, (_, i) => ({ fields: { Name: `f${i}`, ...cellsOf(i, turn) } }));
  const make = (turn: number, headers: Record<string, string> = {}) =>
    call(createRecords, { as, params, headers, body: { records: linked(turn) } });

  /** How many films show exactly these links. */
  async function look(turn: number): Promise<number> {
    const { body } = await call(listRecords, { as, params });
    return body.records.filter(({ fields }: { fields: Cells }) => {
      const i = Number(String(fields["Name"]).slice(1));
      return kinds.every(({ name }) => idsIn(fields[name]) === idsIn(cellsOf(i, turn)[name]));
    }).length;
  }
  return { as, params, films, people, ids: { all, own }, linked, make, look };
}

const idsIn = (cell: unknown) =>
  JSON.stringify([cell ?? []].flat().map((each) => (each as { id: string }).id));

/** A process that was killed leaves notes: the schedule follows them. Then both sides must agree. */
export async function expectAgreement({ films, people }: Pick<Films, "films" | "people">): Promise<void> {
  await settleAll();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 300_000 });
  await settleNotes();
  vi.useRealTimers();
  expect(await openNotes()).toEqual([]);
  expect(await findDisagreements([films.tableId, people.tableId])).toEqual([]);
}
