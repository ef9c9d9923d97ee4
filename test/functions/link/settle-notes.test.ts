import { beforeAll, expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as settleNotes } from "#functions/link/settle-notes";
import { putItems } from "#lib/store/batch-writes";
import { idsOf, linked } from "#test/functions/record/links/support";
import { itemsWith } from "#test/support/events/jobs";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("the stack would follow by itself");
beforeAll(useOwnStore);

test("the schedule follows what a process left", async () => {
  const { films, people, make, ann, cells } = await linked();
  const [up] = idsOf(await make(films, [{ Title: "Up", Cast: [{ id: ann }] }]));
  // as if the process had died before it followed the note, and the queue had lost it
  const entry = { tableId: people.tableId, id: ann, fieldId: await linkIn(people), added: [] };
  const time = "2026-01-01T00:00:00.000Z";
  const note = {
    stale: [{ ...entry, removed: [] }],
    sure: [],
    changed: [],
    gone: [],
    by: people.owner.userId,
  };
  const stored = { pk: "NOTES#0", sk: "x", entity: "linkNote", version: 1, time, dueTime: time, ...note };
  await putItems([stored]);
  await settleNotes();
  expect(await itemsWith("NOTES#")).toEqual([]);
  expect((await cells(people))["Ann"]).toEqual({ Name: "Ann", Films: [{ id: up, title: "Up" }] });
});

async function linkIn({ owner: as, tableId }: { owner: { token: string }; tableId: string }) {
  const { body } = await call(listFields, { as, params: { tableId } });
  return body.find(({ type }: { type: string }) => type === "link").id as string;
}
