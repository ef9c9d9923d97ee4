import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Message, Send } from "#lib/events/change";
import { dispatcher } from "#lib/events/dispatcher";
import { aNote, aRecord } from "#test/support/store/stream";

beforeAll(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterAll(() => vi.restoreAllMocks());

const destinations = [
  { queue: "notes", changes: [{ entity: "note", kinds: ["created", "changed"], dueAt: "dueTime" }] },
  {
    queue: "gone",
    changes: [
      { entity: "note", kinds: ["removed"] },
      { entity: "tag", kinds: ["created"] },
    ],
  },
] as const;

const noLog = { entities: new Set<string>(), append: async () => ({ failed: [] }) };

function collecting(refuse: (queue: string, message: Message) => boolean = () => false) {
  const sent: [string, Message][] = [];
  const send: Send = async (queue, messages) => {
    const refused = messages.filter((message) => refuse(queue, message));
    for (const message of messages) if (!refused.includes(message)) sent.push([queue, message]);
    return refused;
  };
  return { sent, dispatch: dispatcher(noLog).dispatchTo(destinations, send) };
}
const note = (sk: string) => aRecord(undefined, aNote({ sk }));
const sequenceOf = (record: ReturnType<typeof note> | undefined) => record?.dynamodb?.SequenceNumber;

describe("a change", () => {
  test("goes to the consumers that subscribe to it, and to no others", async () => {
    const { sent, dispatch } = collecting();
    await dispatch({
      Records: [
        aRecord(undefined, aNote()),
        aRecord(aNote(), undefined),
        aRecord(undefined, aNote({ entity: "tag" })),
        aRecord(undefined, aNote({ entity: "other" })),
        aRecord(aNote(), aNote({ version: 2 })),
        // what a staged commit leaves in place of an item is only for the stream reader
        aRecord(aNote({ sk: "left" }), aNote({ sk: "left", commit: "c" })),
        aRecord(aNote({ sk: "left", commit: "c" }), undefined),
      ],
    });
    const kinds = sent.map(([queue, { change }]) => `${queue}: ${change.kind} ${change.entity}`);
    expect(kinds.sort()).toEqual([
      ...["gone: created tag", "gone: removed note", "gone: removed note", "notes: created note"],
    ]);
  });

  test.each([
    [
      "the base that its item names",
      { pk: "JOBS#1", baseId: `bse${"A".repeat(16)}` },
      `bse${"A".repeat(16)}`,
    ],
    ["the table in its key", { pk: `RECORDS#tbl${"B".repeat(16)}#1.3` }, `tbl${"B".repeat(16)}`],
    ["the key, where that names nothing", { pk: "MAIL#a" }, "MAIL#a"],
    ["the beginning of a long key", { pk: "x".repeat(300) }, "x".repeat(40)],
  ])("is in the group of %s", async (_, item, group) => {
    const { sent, dispatch } = collecting();
    await dispatch({ Records: [aRecord(undefined, aNote(item))] });
    expect(sent.map(([, message]) => message.group)).toEqual([group]);
  });

  test("is delayed until it is due, by 0 to 15 minutes", async () => {
    const { sent, dispatch } = collecting();
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    for (const minutes of [-1, 5, 60])
      await dispatch({ Records: [aRecord(undefined, aNote({ dueTime: inMinutes(minutes) }))] });
    expect(sent.map(([, { delaySeconds }]) => delaySeconds)).toEqual([0, 300, 900]);
  });
});

describe("changes that a queue does not accept", () => {
  test("are read from the stream again, from the first on", async () => {
    const { dispatch } = collecting((_, { change }) => ["2", "4"].includes(change.key.sk));
    const Records = ["1", "2", "3", "4"].map(note);
    expect(await dispatch({ Records })).toEqual({
      batchItemFailures: [{ itemIdentifier: sequenceOf(Records[1]) }],
    });
  });

  test("fail the whole batch if the first is among them", async () => {
    const { dispatch } = collecting((_, { change }) => change.key.sk === "1");
    await expect(dispatch({ Records: ["1", "2"].map(note) })).rejects.toThrow("1 changes");
  });

  test("are all of them if the queue cannot be reached; the other queues receive theirs", async () => {
    const sent: string[] = [];
    const dispatch = dispatcher(noLog).dispatchTo(destinations, async (queue) => {
      if (queue === "notes") throw new Error("away");
      sent.push(queue);
      return [];
    });
    const Records = [aRecord(aNote({ sk: "0" }), undefined), note("1")];
    expect(await dispatch({ Records })).toEqual({
      batchItemFailures: [{ itemIdentifier: sequenceOf(Records[1]) }],
    });
    expect(sent).toEqual(["gone"]);
  });
});
