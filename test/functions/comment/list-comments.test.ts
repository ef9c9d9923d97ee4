import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commentKey } from "#lib/data/comments/comments";
import { find, update } from "#lib/data/identity/users";
import { newCommentId, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import { commit, insert } from "#lib/store/commit";
import { fill } from "#test/support/events/jobs";
import { aToken, someone } from "#test/support/makers/makers";
import type { Asking } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { costOf } from "#test/support/requests/round-trips";
import { fewerThan } from "#test/support/run/sample";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed } from "#test/support/store/faults";
import { aThread, mention, paragraph, type Said, saying, textsOf } from "./support.ts";

type Thread = Awaited<ReturnType<typeof aThread>>;
type Direction = "forward" | "backward";

/** Puts `count` comments on the record without HTTP, numbered from 1. */
async function filled(
  { params, owner }: Thread,
  count: number,
  text = (i: number) => `c${i}`,
): Promise<void> {
  inProcessOnly("thousands are written at once");
  const place = { tableId: params.tableId as TableId, recordId: params.recordId as RecordId };
  await fill(count, (i) => {
    const id = newCommentId("2026-01-01T00:00:00.000Z");
    return {
      ...commentKey(place, id),
      entity: "comment",
      id,
      ...place,
      createdBy: owner.userId,
      createdName: owner.name,
      createdTime: "2026-01-01T00:00:00.000Z",
      content: JSON.stringify(saying(text(i + 1))),
    };
  });
}

const ids = (comments: Said[]) => comments.map(({ id }) => id);

/** Every page from one end to the other; `between` runs after each. */
async function walk(
  { list }: Pick<Thread, "list">,
  { take, direction, byNextCursor }: { take: number; direction: Direction; byNextCursor: boolean },
  between: (page: number) => Promise<unknown> = async () => {},
): Promise<Said[][]> {
  const pages: Said[][] = [];
  for (let cursor: string | undefined; pages.length < 1000; ) {
    const includeCursor = cursor !== undefined && !byNextCursor ? { includeCursor: "false" } : {};
    const query = { take: `${take}`, direction, ...(cursor && { cursor }), ...includeCursor };
    const { status, body } = await list(query);
    if (status !== 200) throw new Error(`the page was refused: ${JSON.stringify(body)}`);
    pages.push(body.comments);
    if (body.nextCursor === null) return pages;
    cursor = byNextCursor
      ? body.nextCursor
      : (direction === "forward" ? body.comments.at(0) : body.comments.at(-1)).id;
    await between(pages.length);
  }
  throw new Error("the pages do not end");
}

/** The comments of all pages, the oldest first. */
const inOrder = (pages: Said[][], direction: Direction) =>
  (direction === "forward" ? pages.toReversed() : pages).flat();

describe("pages", () => {
  test("200: the newest twenty, older before newer; the next page starts with nextCursor", async () => {
    const thread = await aThread();
    await filled(thread, 45);
    const first = (await thread.list()).body;
    expect(textsOf(first.comments)).toEqual(Array.from({ length: 20 }, (_, i) => `c${i + 26}`));
    const second = (await thread.list({ cursor: first.nextCursor })).body;
    expect(second.comments.at(-1).id).toBe(first.nextCursor);
    expect(textsOf(second.comments)).toEqual(Array.from({ length: 20 }, (_, i) => `c${i + 6}`));
    const third = (await thread.list({ cursor: second.nextCursor })).body;
    expect(textsOf(third.comments)).toEqual(["c1", "c2", "c3", "c4", "c5"]);
    expect(third.nextCursor).toBeNull();
  });

  test("200: backward starts with the oldest", async () => {
    const thread = await aThread();
    await filled(thread, 5);
    const first = (await thread.list({ direction: "backward", take: "3" })).body;
    expect(textsOf(first.comments)).toEqual(["c1", "c2", "c3"]);
    const rest = (await thread.list({ direction: "backward", take: "3", cursor: first.nextCursor })).body;
    expect(textsOf(rest.comments)).toEqual(["c4", "c5"]);
    expect(rest.nextCursor).toBeNull();
  });

  test("200: any comment as the cursor, with or without it, in both directions", async () => {
    const thread = await aThread();
    await filled(thread, 7);
    const all: Said[] = (await thread.list()).body.comments;
    const asked = async (direction: Direction, includeCursor: string) => {
      const query = { cursor: all[3]?.id ?? "", take: "2", direction, includeCursor };
      const { comments, nextCursor } = (await thread.list(query)).body;
      return [...textsOf(comments), textsOf(all.filter(({ id }) => id === nextCursor))[0]];
    };
    expect(await asked("forward", "true")).toEqual(["c3", "c4", "c2"]);
    expect(await asked("forward", "false")).toEqual(["c2", "c3", "c1"]);
    expect(await asked("backward", "true")).toEqual(["c4", "c5", "c6"]);
    expect(await asked("backward", "false")).toEqual(["c5", "c6", "c7"]);
  });

  test("200: no comments; an empty cursor counts as none", async () => {
    const { list } = await aThread();
    for (const query of ["", "cursor=null", "cursor=", "cursor=com0000000000000000"])
      expect((await list(query)).body).toEqual({ comments: [], nextCursor: null });
  });

  test("200: an id that never existed works as a cursor", async () => {
    const { list, say } = await aThread();
    await say("a");
    expect((await list("cursor=com0000000000000000")).body.comments).toEqual([]);
    expect(textsOf((await list("cursor=comzzzzzzzzzzzzzzzz")).body.comments)).toEqual(["a"]);
  });

  test("200: other items of the partition are in no page", async () => {
    const { list, say, remove, subscribe } = await aThread();
    await subscribe();
    await remove(await say("gone"));
    for (const direction of ["forward", "backward"])
      expect((await list({ direction })).body).toEqual({ comments: [], nextCursor: null });
  });

  test.each<Direction>(["forward", "backward"])(
    "200: %s, pages with too many bytes end early, with a cursor to the rest",
    async (direction) => {
      const thread = await aThread();
      // 90 KB each in the store: a DynamoDB page holds eleven; an answer also has the names
      await filled(thread, 30, (i) => `c${i} ${"x".repeat(90_000)}`);
      const pages = await walk(thread, { take: 1000, direction, byNextCursor: true });
      expect(pages.length).toBeGreaterThan(2);
      const seen = inOrder(pages, direction);
      expect(textsOf(seen).map((text) => text?.split(" ")[0])).toEqual(
        Array.from({ length: 30 }, (_, i) => `c${i + 1}`),
      );
    },
  );

  test("200: an answer of more than 4 MB ends early as well", async () => {
    const thread = await aThread();
    const { owner, params } = thread;
    const place = { tableId: params.tableId as TableId, recordId: params.recordId as RecordId };
    // many reactions, all shown with a long avatar
    const reactions = Array.from({ length: 500 }, () => ({ id: owner.userId, name: "A", reaction: "👍" }));
    const user = await find(owner.userId);
    if (user) await update(user, { avatarId: undefined, avatar: `https://a.example/${"x".repeat(1900)}` });
    for (let i = 0; i < 6; i++) {
      const id = newCommentId(new Date().toISOString());
      const written = { createdBy: owner.userId, createdName: "A", createdTime: "2026-01-01T00:00:00.000Z" };
      const content = JSON.stringify(saying(`${i}`));
      const item = {
        ...commentKey(place, id),
        entity: "comment",
        id,
        ...place,
        ...written,
        content,
        reactions,
      };
      await commit([insert(item)]);
    }
    for (const direction of ["forward", "backward"] as const) {
      const pages = await walk(thread, { take: 100, direction, byNextCursor: true });
      expect(pages.map(({ length }) => length)).toEqual([4, 2]);
      expect(textsOf(inOrder(pages, direction))).toEqual(["0", "1", "2", "3", "4", "5"]);
    }
  });
});

describe("comments that exist throughout come exactly once, and none twice", () => {
  const doing = fc.array(fc.record({ add: fc.integer({ min: 0, max: 3 }), remove: fc.nat() }), {
    maxLength: 6,
  });
  const asking = fc.record({
    take: fc.integer({ min: 1, max: 6 }),
    direction: fc.constantFrom<Direction>("forward", "backward"),
    byNextCursor: fc.boolean(),
  });

  test("with writes and deletions between pages, in both directions, with or without the cursor", async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 0, max: 14 }),
      asking,
      doing,
      async (count, how, acts) => {
        const thread = await aThread();
        const there: string[] = [];
        for (let i = 0; i < count; i++) there.push(await thread.say(`c${i}`));
        const throughout = new Set(there);
        const pages = await walk(thread, how, async (page) => {
          const { add, remove } = acts[page - 1] ?? { add: 0, remove: 0 };
          for (let i = 0; i < add; i++) there.push(await thread.say("new"));
          const [doomed] = there.splice(remove % there.length, acts[page - 1] ? 1 : 0);
          if (!doomed) return;
          await thread.remove(doomed);
          throughout.delete(doomed);
        });
        const seen = ids(inOrder(pages, how.direction));
        expect(seen).toEqual(seen.toSorted());
        expect(new Set(seen).size).toBe(seen.length);
        for (const id of throughout) expect(seen).toContain(id);
        for (const page of pages) expect(page.length).toBeLessThanOrEqual(how.take);
      },
    );
    await fc.assert(property, { numRuns: fewerThan(40) });
  }, 120_000);

  test("with concurrent writes and deletions", async () => {
    const thread = await aThread();
    await filled(thread, 400);
    const before: Said[] = (await thread.list({ take: "1000" })).body.comments;
    const doomed = new Set(before.filter((_, i) => i % 4 === 0).map(({ id }) => id));
    let running = true;
    const writers = [
      (async () => {
        for (const id of doomed) if (running) await thread.remove(id);
      })(),
      (async () => {
        for (let i = 0; running && i < 200; i++) await thread.say(`new ${i}`);
      })(),
    ];
    for (const direction of ["forward", "backward"] as const)
      for (const byNextCursor of [true, false]) {
        const pages = await walk(thread, { take: 23, direction, byNextCursor });
        const seen = ids(inOrder(pages, direction));
        expect(seen).toEqual([...new Set(seen)].sort());
        for (const { id } of before) if (!doomed.has(id)) expect(seen).toContain(id);
      }
    running = false;
    await Promise.all(writers);
  }, 60_000);
});

describe("what a page costs", () => {
  /** Units read, and the store calls; these are two round trips, see test/round-trips.test.ts. */
  async function pageCost({ list }: Thread, query: Asking["query"]) {
    let calls: string[] = [];
    const { read } = await costOf(async () => {
      const sent = await disturbed(
        () => undefined,
        () => list(query),
      );
      calls = sent.map(({ command }) => command);
    });
    // the token's last use is stored once an hour
    return { read, calls: calls.filter((command) => command !== "UpdateItem").sort() };
  }
  const calls = ["BatchGetItem", "BatchGetItem", "GetItem", "GetItem", "GetItem", "Query"];

  test("with 10,000 comments the same as with 21, at any position", async () => {
    const [few, many] = [await aThread(), await aThread()];
    await Promise.all([filled(few, 21), filled(many, 10_000)]);
    const costs = async (thread: Thread, cursor: string) => [
      await pageCost(thread, ""),
      await pageCost(thread, { direction: "backward" }),
      await pageCost(thread, { cursor }),
    ];
    const newest = (await few.list()).body.comments.at(-1).id;
    const { nextCursor } = (await many.list({ take: "1000" })).body;
    const expected = await costs(few, newest);
    for (const cost of expected) expect(cost.calls).toEqual(calls);
    expect(await costs(many, nextCursor)).toEqual(expected);
  }, 60_000);

  test("for 100 comments the units of their bytes, and at most two more", async () => {
    const [thread, empty] = [await aThread(), await aThread()];
    await filled(thread, 150, (i) => `${i} ${"x".repeat(700)}`);
    const place = await pageCost(empty, "");
    const { read, calls: asked } = await pageCost(thread, { take: "100" });
    const { comments } = (await thread.list({ take: "100" })).body;
    expect(comments).toHaveLength(100);
    const { owner, params } = thread;
    const stored = comments.map(({ id, content }: Said) => ({
      pk: `COMMENTS#${params.tableId}#${params.recordId}`,
      sk: id,
      entity: "comment",
      id,
      ...params,
      createdBy: owner.userId,
      createdName: owner.name,
      createdTime: "2026-01-01T00:00:00.000Z",
      content: JSON.stringify(content),
      version: 1,
    }));
    const bytes = stored.reduce((sum: number, item: object) => sum + sizeOf(item), 0);
    // the empty page also costs one unit
    expect(read - place.read + 1).toBeLessThanOrEqual(Math.ceil(bytes / 4096) + 2);
    expect(asked).toEqual(calls);
  });
});

/** As DynamoDB counts: names and values in UTF-8. */
const sizeOf = (item: object) =>
  Object.entries(item).reduce(
    (sum, [name, value]) => sum + name.length + Buffer.byteLength(String(value)),
    0,
  );

describe("people", () => {
  test("200: all users are named, however many; without e-mail addresses", async () => {
    const { as, member, list, owner } = await aThread();
    const people = await Promise.all(Array.from({ length: 5 }, () => member("commenter")));
    for (const person of people) await as(person).send({ content: [paragraph(mention(owner))] });
    const { body } = await list();
    expect(body.comments.map(({ createdBy }: { createdBy: object }) => createdBy)).toEqual(
      people.map(({ userId, name }) => ({ id: userId, name })),
    );
    for (const { content } of body.comments) expect(content[0].children[0].name).toBe(owner.name);
    expect(JSON.stringify(body)).not.toContain("@");
  });
});

describe("issues have paths", () => {
  test.each([
    ["take=0", "take", "must be from 1 to 1000; got 0"],
    ["take=1001", "take", "must be from 1 to 1000; got 1001"],
    ["take=x", "take", "must be a whole number"],
    ["cursor=nope", "cursor", "must be the id of a comment"],
    ["cursor=rec0000000000000000", "cursor", "must be the id of a comment"],
    ["cursor=a&cursor=b", "cursor", "must be a string, not a list"],
    ["includeCursor=yes", "includeCursor", "must be one of true, false"],
    ["direction=up", "direction", "must be one of forward, backward"],
    ["skip=1", "skip", "is unknown"],
    ["limit=10", "limit", "unknown parameter; the page size is take"],
  ])("400: %s", async (query, path, message) => {
    const { list } = await aThread();
    const { status, body } = await list(query);
    expect({ status, issues: body.data.issues }).toEqual({ status: 400, issues: [{ path, message }] });
  });

  test("404: an unknown record, or of another table; a stranger; 403: a token without read access", async () => {
    const { as, owner, params } = await aThread();
    const other = await aThread();
    for (const recordId of ["rec0000090000000000", other.params.recordId, "rec", "list"])
      expect((await as(owner, { ...params, recordId }).list()).status).toBe(404);
    expect((await as(await someone()).list()).status).toBe(404);
    const token = await aToken(owner.userId, { scopes: ["record|comment"] });
    expect((await as({ token }).list()).status).toBe(403);
    expect(refusal(await as(owner).list("take=0")).status).toBe(400);
  });
});
