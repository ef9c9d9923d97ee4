import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { leaveChanges, type MemberItem, memberKey } from "#lib/data/spaces/members";
import { limits } from "#lib/schemas/basics/limits";
import { commit } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { aBase, aMember, aToken, someone } from "#test/support/makers/makers";
import { told } from "#test/support/makers/notifications";
import { refusal } from "#test/support/requests/refusal";
import { fewerThan } from "#test/support/run/sample";
import { idsOf, inboxOf } from "./support.ts";

async function aReader(count = 0) {
  const owner = await someone();
  const place = await aBase(owner);
  const ids = await told(owner.userId, count, place);
  return { owner, place, ids: ids.toReversed(), ...inboxOf(owner) };
}

describe("200", () => {
  test("all members of a notification", async () => {
    const { owner, place, list } = await aReader();
    const at = Date.parse("2026-01-31T09:30:00.000Z") + 270 * 24 * 3600 * 1000;
    const [id] = await told(owner.userId, 1, place, at);
    expect((await list({ notifyStates: "unread" })).body).toEqual({
      notifications: [
        {
          id,
          notifyType: "system",
          message: "n1",
          isRead: false,
          createdTime: new Date(at).toISOString(),
          url: expect.stringMatching(new RegExp(`^https?://[^/]+/open\\?id=${place.baseId}$`)),
          notifyIcon: { iconUrl: expect.stringMatching(/\/docs\/icon\.svg$/) },
        },
      ],
      nextCursor: null,
    });
  });

  test("ten per page, the newest first; the next page starts with the cursor, and the last has none", async () => {
    const { ids, list } = await aReader(21);
    const first = await list({ notifyStates: "unread" });
    expect(idsOf(first.body.notifications)).toEqual(ids.slice(0, 10));
    expect(first.body.nextCursor).toBe(ids[10]);
    const second = await list({ notifyStates: "unread", cursor: first.body.nextCursor });
    expect(idsOf(second.body.notifications)).toEqual(ids.slice(10, 20));
    const third = await list({ notifyStates: "unread", cursor: second.body.nextCursor });
    expect(idsOf(third.body.notifications)).toEqual(ids.slice(20));
    expect(third.body.nextCursor).toBeNull();
  });

  test.each(["", "null"])("cursor=%s counts as none", async (cursor) => {
    const { ids, list } = await aReader(2);
    expect(idsOf((await list({ notifyStates: "unread", cursor })).body.notifications)).toEqual(ids);
  });

  test("a cursor works even if its notification was read meanwhile; an expired one gives nothing", async () => {
    const { ids, list, setRead } = await aReader(12);
    await setRead(ids[10] as string);
    const at = async (cursor: string, notifyStates = "unread") =>
      idsOf((await list({ notifyStates, cursor })).body.notifications);
    expect(await at(ids[10] as string)).toEqual([ids[11]]);
    expect(await at(ids[10] as string, "read")).toEqual([ids[10]]);
    expect(await at("not0000000000000000")).toEqual([]);
    expect(await at("notzzzzzzzzzzzzzzzz")).toHaveLength(10);
  });

  test("after 180 days it has expired, whether TTL has deleted it or not", async () => {
    const { owner, place, all, count } = await aReader();
    const then = Date.now() - limits.notificationDays * 24 * 3600 * 1000;
    await told(owner.userId, 1, place, then - 1000);
    const [kept] = await told(owner.userId, 1, place, then + 60_000);
    expect(idsOf(await all())).toEqual([kept]);
    expect(await count()).toBe(1);
  });

  test("users see only their own", async () => {
    const { place } = await aReader(3);
    const member = await aMember(place.baseId, "owner");
    expect(await inboxOf(member).all()).toEqual([]);
  });
});

describe("notifications of spaces and bases that the user cannot open are left out", () => {
  test("after leaving the base or its space; pages are filled with the others", async () => {
    const { place } = await aReader();
    const there = await aReader();
    const member = await aMember(place.baseId, "viewer");
    const own = await aBase(member);
    const { list, all } = inboxOf(member);
    const ids: string[] = [];
    for (let i = 0; i < 15; i++) {
      await told(member.userId, 4, place);
      await told(member.userId, 1, there.place);
      ids.unshift(...(await told(member.userId, 1, own)));
    }
    expect(await all()).toHaveLength(75);
    const item = await getItem<MemberItem>(memberKey(`BASE#${place.baseId}`, member.userId));
    await commit(leaveChanges(item as MemberItem));
    const first = await list({ notifyStates: "unread" });
    expect(idsOf(first.body.notifications)).toEqual(ids.slice(0, 10));
    expect(first.body.nextCursor).toBe(ids[10]);
    expect(idsOf(await all())).toEqual(ids);
  });

  test("after very many hidden ones a page ends early, and all pages together show the rest", async () => {
    const { owner, place, walk } = await aReader(1);
    const lost = await aBase(await someone());
    const [first] = await told(owner.userId, 1, place);
    await told(owner.userId, 2300, lost);
    const [last] = await told(owner.userId, 1, place);
    const pages = await walk("unread");
    expect(pages.length).toBeGreaterThan(1);
    expect(idsOf(pages.flat()).slice(0, 2)).toEqual([last, first]);
    expect(pages.flat()).toHaveLength(3);
  });

  test("also for a token limited to other bases", async () => {
    const { owner, place, ids } = await aReader(2);
    const other = await aBase(owner);
    const [here] = await told(owner.userId, 1, other);
    const seen = async (reach: Parameters<typeof aToken>[1]) =>
      idsOf(await inboxOf({ token: await aToken(owner.userId, reach) }).all());
    expect(await seen({ reach: { spaceIds: [other.spaceId], baseIds: [] } })).toEqual([here]);
    expect(await seen({ reach: { spaceIds: [], baseIds: [place.baseId] } })).toEqual(ids);
  });
});

test("pages neither repeat nor skip unchanged notifications, whatever arrives and is read meanwhile", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 35 }),
      fc.array(fc.tuple(fc.boolean(), fc.nat(100)), { maxLength: 4 }),
      async (count, meanwhile) => {
        const { owner, place, ids, walk, setRead } = await aReader(count);
        const moved = new Set<string>();
        let page = 0;
        const seen = await walk("unread", undefined, async () => {
          const [comes, which] = meanwhile[page++] ?? [];
          if (comes === undefined || which === undefined) return;
          if (comes) await told(owner.userId, 1 + (which % 3), place);
          else {
            const id = ids[which % count] as string;
            moved.add(id);
            await setRead(id);
          }
        });
        const shown = idsOf(seen.flat());
        expect(new Set(shown).size).toBe(shown.length);
        expect(shown).toEqual(shown.toSorted().toReversed());
        expect(shown.filter((id) => !moved.has(id))).toEqual(ids.filter((id) => !moved.has(id)));
        expect(seen.slice(0, -1).every((each) => each.length === 10)).toBe(true);
      },
    ),
    { numRuns: fewerThan(25) },
  );
});

describe("400", () => {
  test.each([
    ["no notifyStates", {}, "notifyStates"],
    ["another state", { notifyStates: "all" }, "notifyStates"],
    ["both states", "notifyStates=read&notifyStates=unread", "notifyStates"],
    ["a cursor that is not an id", { notifyStates: "read", cursor: "nope" }, "cursor"],
    ["a cursor that is a comment's id", { notifyStates: "read", cursor: "com0VLz8kd24mSa1Cw6" }, "cursor"],
    ["an unknown key", { notifyStates: "read", take: "3" }, "take"],
  ])("%s", async (_, query, path) => {
    const { list } = await aReader();
    expect(refusal(await list(query))).toEqual({ status: 400, paths: [path] });
  });
});
