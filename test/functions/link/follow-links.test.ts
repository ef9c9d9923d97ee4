/* What follows from links after the answer: many records, and processes that died. */
import { beforeAll, expect, test } from "vitest";
import { handler as getField } from "#functions/field/get-field";
import { handler as getJob } from "#functions/job/get-table-job";
import { handler as follow } from "#functions/link/follow-links";
import type { NoteItem } from "#lib/data/links/notes";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { getItem } from "#lib/store/store";
import { idsOf, linked } from "#test/functions/record/links/support";
import { settleAll } from "#test/support/events/commits";
import { itemsWith, jobsOf, runToEnd } from "#test/support/events/jobs";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("the stack would follow by itself");
beforeAll(useOwnStore);

const notes = async () => (await itemsWith("NOTES#")) as NoteItem[];
const eventOf = ({ pk, sk, version }: NoteItem) => {
  const change = { kind: "created", entity: "linkNote", key: { pk, sk }, version };
  return { Records: [{ messageId: "m", body: JSON.stringify(change) }] } as Parameters<typeof follow>[0];
};
async function followAll() {
  for (const note of await notes()) await follow(eventOf(note));
}

test("the title of a record that 600 others link to follows by a job; the field is pending meanwhile", async () => {
  const world = await linked({ relationship: "manyOne" });
  const { as, films, people, field, make, ann, cells } = world;
  const films600 = Array.from({ length: 600 }, (_, i) => ({ Title: `${i}`, Cast: { id: ann } }));
  expect((await make(films, films600)).status).toBe(201);
  await settleAll();
  await followAll();
  expect(await notes()).toEqual([]);
  const renamed = await world.rename(people, ann, { Name: "Anna" });
  expect(renamed.status).toBe(200);
  expect(await notes()).toHaveLength(1);
  await followAll();
  expect(await notes()).toEqual([]);
  const params = { tableId: films.tableId, fieldId: field.id };
  expect((await call(getField, { as, params })).body.isPending).toBe(true);
  const [jobId] = await jobsOf(films.tableId);
  await runToEnd(jobId as never, films.baseId);
  const { body: job } = await call(getJob, {
    as,
    params: { tableId: films.tableId, jobId: jobId as string },
  });
  expect(job).toMatchObject({ kind: "followLinks", state: "done", progress: { done: 600, total: 600 } });
  expect((await call(getField, { as, params })).body.isPending).toBe(undefined);
  const titles = Object.values(await cells(films)).map(({ Cast }) => Cast);
  expect(titles).toEqual(Array.from({ length: 100 }, () => ({ id: ann, title: "Anna" })));
});

test("a record says that it has more links than it keeps only as long as it has", async () => {
  const { films, people, make, ann, update } = await linked();
  const hundred = Array.from({ length: 100 }, (_, i) => ({ Title: `${i}`, Cast: [{ id: ann }] }));
  const ids = idsOf(await make(films, hundred));
  const stored = async () => await getItem<RecordItem>(recordKey(people.tableId, ann));
  const moreOf = async () => Object.values((await stored())?.more ?? {});
  expect(await moreOf()).toEqual([]);
  const [late] = idsOf(await make(films, [{ Title: "late", Cast: [{ id: ann }] }]));
  expect(await moreOf()).toEqual([true]);
  const before = await stored();
  // a link that the record does not keep: the record is written, so a slower writer who has read it is refused
  const [later] = idsOf(await make(films, [{ Title: "later", Cast: [{ id: ann }] }]));
  expect(await stored()).toEqual(before);
  await update(later, null);
  expect(await moreOf()).toEqual([true]);
  expect((await stored())?.version).toBe((before?.version ?? 0) + 1);
  await update(late, null);
  expect(await moreOf()).toEqual([]);
  expect(Object.values((await stored())?.cells ?? {}).find(Array.isArray)).toEqual(
    ids.map((id, i) => ({ id, title: `${i}` })),
  );
});
