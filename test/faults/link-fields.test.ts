/* Faults at every request to the store while link fields and their tables are made and deleted: both tables agree, whatever fails. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as createTable } from "#functions/table/create-table";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as deleteForGood } from "#functions/table/delete-table-permanently";
import { restartOverdue } from "#lib/data/jobs/run-job";
import { inAnHour, itemsWith, jobsOf, runJobsOf, turn } from "#test/support/events/jobs";
import { aLink, disagreements, linkTo, twoTables } from "#test/support/makers/links";
import { call } from "#test/support/requests/call";
import { pointsOf } from "#test/support/run/points";
import { killedAt, requestsOf } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

type Pair = Awaited<ReturnType<typeof linked>>;

/** Two tables with a link field between them. */
async function linked() {
  const { films, people } = await twoTables();
  return { films, people, field: await linkTo(films, people) };
}

const acts: Record<string, (pair: Pair) => Promise<unknown>> = {
  "creating a link field": ({ films, people }) =>
    call(createField, { as: films.owner, params: { tableId: films.tableId }, body: aLink(people) }),
  "creating a table with a link field": ({ films, people }) => {
    const fields = [{ type: "singleLineText", name: "Name" }, aLink(people), aLink({ tableId: "self" })];
    const body = { name: "New", fields, records: [] };
    return call(createTable, { as: films.owner, params: { baseId: films.baseId }, body });
  },
  "deleting a link field": ({ films, field }) =>
    call(deleteField, { as: films.owner, params: { tableId: films.tableId, fieldId: field.id } }),
  "deleting a table": ({ people: { owner: as, baseId, tableId } }) =>
    call(deleteTable, { as, params: { baseId, tableId } }),
};

test.each(
  Object.entries(acts).flatMap(([name, act]) =>
    (["not sent", "answer lost"] as const).map((fault) => ({ name, act, fault })),
  ),
)(
  "$name, $fault: as a whole or not at all",
  async ({ name, act, fault }) => {
    const trial = await linked();
    const calls = await requestsOf(() => act(trial));
    for (const n of pointsOf(name, calls)) {
      const pair = await linked();
      await killedAt(n, fault, () => act(pair));
      const others = (await itemsWith('"name":"New"')).filter(({ entity }) => entity === "table");
      const ids = others.map((item) => item["id"] as typeof pair.films.tableId);
      const found = await disagreements(pair.films.tableId, pair.people.tableId, ...ids);
      // tables of earlier trials link to tables that are not looked at
      const here = found.filter((each) => !each.includes("which is gone"));
      expect({ n, here }).toEqual({ n, here: [] });
    }
  },
  120_000,
);

test.each(["not sent", "answer lost"] as const)(
  "%s: the job that clears a table, made due again, leaves text elsewhere and no item of a link",
  async (fault) => {
    const prepared = async () => {
      const pair = await linked();
      const make = async (of: typeof pair.films, fields: object) => {
        const body = { records: [{ fields }] };
        const params = { tableId: of.tableId };
        return (await call(createRecords, { as: of.owner, params, body })).body.records[0].id as string;
      };
      const ada = await make(pair.people, { Name: "Ada" });
      const film = await make(pair.films, { Name: "Film", People: [{ id: ada }] });
      const { owner: as, baseId, tableId } = pair.people;
      const { body } = await call(deleteForGood, { as, params: { baseId, tableId } });
      return { ...pair, film, jobId: body.jobId as Parameters<typeof turn>[0] };
    };
    const trial = await prepared();
    const calls = await requestsOf(() => turn(trial.jobId, trial.people.baseId));
    for (const n of pointsOf("clearing a table that is linked", calls)) {
      const { films, people, field, film, jobId } = await prepared();
      await killedAt(n, fault, () => turn(jobId, people.baseId));
      await restartOverdue(inAnHour());
      await runJobsOf(people, films);
      const params = { tableId: films.tableId, recordId: film };
      const { body } = await call(getRecord, { as: films.owner, params });
      const left = [...(await itemsWith(people.tableId)), ...(await itemsWith(`LINKS#${field.id}`))];
      expect({ n, people: body.fields.People, left, open: await jobsOf(films.tableId) }).toEqual({
        ...{ n, people: "Ada", left: [], open: [] },
      });
      expect(await disagreements(films.tableId)).toEqual([]);
    }
  },
  120_000,
);
