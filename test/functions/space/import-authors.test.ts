/* Who wrote what in an imported base: believed of lines that this service signed, and of nothing else. */
import { expect, test } from "vitest";
import { handler as addReaction } from "#functions/comment/add-reaction";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as listComments } from "#functions/comment/list-comments";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as listTables } from "#functions/table/list-tables";
import { exported, imported } from "#test/support/backups";
import { aFile, pixel } from "#test/support/makers/files";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { unzipped, zipped } from "#test/support/zips";

type Lines = Record<string, unknown>[];
type Shown = { content: unknown; createdBy: { id: string }; reaction: unknown };

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "createdBy", name: "By" },
];
const said = (value: string) => [{ type: "p", children: [{ type: "span", value }] }];

/** A table with a record and a comment of a member, with a reaction of the same member, and its export. */
async function aBackup({ image = false } = {}) {
  const made = await aTable({ fields, records: [{ fields: { Name: "of the owner" } }] });
  const { owner, tableId, baseId, spaceId } = made;
  const bob = await aMember(spaceId, "editor");
  const records = [{ fields: { Name: "of Bob" } }];
  const { body } = await call(createRecords, { as: bob, params: { tableId }, body: { records } });
  const params = { tableId, recordId: body.records[0].id };
  const path = image ? (await aFile(bob, { bytes: pixel, type: "image/png" })).file.path : undefined;
  const content = [...said("hello"), ...(path === undefined ? [] : [{ type: "img", path }])];
  const comment = await call(createComment, { as: bob, params, body: { content } });
  expect(comment.status).toBe(201);
  await call(addReaction, {
    as: bob,
    params: { ...params, commentId: comment.body.id },
    body: { reaction: "👍" },
  });
  const { bytes } = await exported(owner, baseId, { attachments: image });
  const entries = await unzipped(bytes);
  const edited = (part: string, change: (text: string) => string | Buffer) => {
    const name = [...entries.keys()].find((each) => each.includes(part)) ?? "";
    entries.set(name, Buffer.from(change(entries.get(name)?.toString() ?? "")));
  };
  const editedLines = (part: string, change: (lines: Lines) => Lines) =>
    edited(part, (text) => {
      const lines = text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      return change(lines)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join("");
    });
  return { ...made, bob, edited, editedLines, file: () => zipped(entries) };
}
type Backup = Awaited<ReturnType<typeof aBackup>>;

/** What the import of the file shows to the person who imports it. */
async function shown({ owner, spaceId, file }: Backup, as = owner, where = spaceId) {
  const { baseId, job } = await imported(as, where, await file());
  expect(job).toMatchObject({ state: "done" });
  const tables = await call(listTables, { as, params: { baseId } });
  const params = { tableId: tables.body[0].id };
  const { body } = await call(listRecords, { as, params });
  const [first, second] = body.records as { id: string; fields: { By: { id: string } } }[];
  const place = { ...params, recordId: second?.id ?? "" };
  const comments = (await call(listComments, { as, params: place })).body.comments as Shown[];
  return { creators: [first, second].map((each) => each?.fields.By.id), comments, counts: job.counts };
}

test("an export of this service keeps the authors of records, comments and reactions", async () => {
  const backup = await aBackup();
  const { creators, comments, counts } = await shown(backup);
  expect(creators).toEqual([backup.owner.userId, backup.bob.userId]);
  expect(comments).toMatchObject([
    {
      content: said("hello"),
      createdBy: { id: backup.bob.userId },
      reaction: [{ reaction: "👍", user: [{ id: backup.bob.userId }] }],
    },
  ]);
  expect(counts).not.toHaveProperty("unknownAuthors");
});

test.each([
  ["its text", (line: object) => ({ ...line, content: said("I resign"), fields: { Name: "I resign" } })],
  ["its signature", ({ signature: _, ...line }: Record<string, unknown>) => line],
  ["its time", (line: object) => ({ ...line, lastModifiedTime: "2020-01-01T00:00:00.000Z" })],
])(
  "a line of which %s was changed is by the person who imports; the former author is text",
  async (_, change) => {
    const backup = await aBackup();
    backup.editedLines("/records.jsonl", ([first = {}, second = {}]) => [first, change(second)]);
    backup.editedLines("/comments.jsonl", ([line = {}]) => [change(line)]);
    const { creators, comments, counts } = await shown(backup);
    const { owner } = backup;
    expect(creators).toEqual([owner.userId, owner.userId]);
    expect(comments).toMatchObject([{ createdBy: { id: owner.userId } }]);
    expect(JSON.stringify(comments[0]?.content)).toContain("(author in the imported file):");
    expect(JSON.stringify(comments)).not.toContain(backup.bob.userId);
    expect(counts).toMatchObject({ unknownAuthors: 2, leftOutReactions: 1 });
  },
);

test("a signature of one line is none for another: of another table, or a record for a comment", async () => {
  const backup = await aBackup();
  let signature: unknown;
  backup.editedLines("/records.jsonl", ([first = {}, second = {}]) => {
    ({ signature } = second);
    return [first, { ...second, signature: first["signature"] }];
  });
  backup.editedLines("/comments.jsonl", ([line = {}]) => [{ ...line, signature }]);
  const { creators, comments } = await shown(backup);
  expect(creators).toEqual([backup.owner.userId, backup.owner.userId]);
  expect(comments[0]?.createdBy.id).toBe(backup.owner.userId);
  const other = await aBackup();
  const tableId = `tbl${"A".repeat(16)}`;
  other.edited("manifest.json", (text) => text.replaceAll(other.tableId, tableId));
  other.edited("/schema.json", (text) => text.replaceAll(other.tableId, tableId));
  expect((await shown(other)).creators).toEqual([other.owner.userId, other.owner.userId]);
});

test("changed lines of people make no author another one", async () => {
  const backup = await aBackup();
  const { owner, bob } = backup;
  const carol = await aMember(backup.spaceId, "editor");
  backup.editedLines("users.jsonl", (lines) =>
    lines.map((line) => ({ ...line, email: line["id"] === bob.userId ? carol.email : owner.email })),
  );
  const { creators, comments } = await shown(backup);
  expect(creators).toEqual([owner.userId, bob.userId]);
  expect(comments[0]?.createdBy.id).toBe(bob.userId);
});

test("a comment whose picture was changed is by the person who imports; with its own it keeps its author", async () => {
  const kept = await aBackup({ image: true });
  expect((await shown(kept)).comments[0]?.createdBy.id).toBe(kept.bob.userId);
  const swapped = await aBackup({ image: true });
  swapped.edited("attachments/1/", () => Buffer.from(pixel.map((byte, i) => (i === 40 ? byte ^ 1 : byte))));
  expect((await shown(swapped)).comments[0]?.createdBy.id).toBe(swapped.owner.userId);
});

test("a comment of the person who imports stays as it is, also of a file that is not signed", async () => {
  const backup = await aBackup();
  backup.editedLines("/comments.jsonl", ([line = {}]) => [
    { ...line, createdBy: { id: backup.owner.userId, name: "Another" }, signature: "x" },
  ]);
  const { comments } = await shown(backup);
  expect(comments).toMatchObject([{ content: said("hello"), createdBy: { id: backup.owner.userId } }]);
});
