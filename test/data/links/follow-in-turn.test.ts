import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeFollower } from "#lib/data/links/follow-in-turn";
import type { NoteItem } from "#lib/data/links/notes";
import { newFieldId, newRecordId, newTableId, newUserId, type UserId } from "#lib/schemas/basics/ids";

const [ann, bob] = [newUserId(), newUserId()];
const tableId = newTableId();
const fieldId = newFieldId();
const [hub, other] = [newRecordId(1), newRecordId(2)];

let count = 0;
const note = (by: UserId, ids = [hub]): NoteItem => ({
  ...{ pk: "NOTES#0", sk: `${++count}`, entity: "linkNote", version: 1 },
  ...{ stale: ids.map((id) => ({ tableId, id, fieldId, added: [{ id: newRecordId(3) }] })) },
  ...{ sure: [], changed: [], gone: [], by, time: "", dueTime: "" },
});

/** Follows nothing: says what it is given, and waits. */
function follower() {
  const runs: { notes: NoteItem[]; end: PromiseWithResolvers<void> }[] = [];
  const follow = makeFollower((notes) => {
    const end = Promise.withResolvers<void>();
    runs.push({ notes, end });
    return end.promise;
  });
  return { follow, runs };
}

test("notes that come while their record is followed are followed together afterwards", async () => {
  const { follow, runs } = follower();
  const notes = Array.from({ length: 4 }, () => note(ann));
  const followed = notes.map(follow);
  expect(runs.map((run) => run.notes)).toEqual([[notes[0]]]);
  runs[0]?.end.resolve();
  await followed[0];
  await turn();
  expect(runs[1]?.notes).toEqual(notes.slice(1));
  runs[1]?.end.resolve();
  await Promise.all(followed);
  // no run is left: at once
  void follow(note(ann));
  expect(runs).toHaveLength(3);
});

test("no note waits for another user, another record, or if it is about several records", () => {
  const { follow, runs } = follower();
  for (const each of [note(ann), note(bob), note(ann, [other]), note(ann, [hub, other])]) void follow(each);
  expect(runs).toHaveLength(4);
});

test("what fails fails for all of a run, and the next run is made all the same", async () => {
  const { follow, runs } = follower();
  const [first, ...more] = [note(ann), note(ann), note(ann)].map(follow);
  runs[0]?.end.reject(new Error("no answer"));
  await expect(first).rejects.toThrow("no answer");
  await turn();
  expect(runs[1]?.notes).toHaveLength(2);
  runs[1]?.end.resolve();
  expect(await Promise.all(more)).toEqual([undefined, undefined]);
});
