import fc from "fast-check";
import { expect, test } from "vitest";
import { CommentId, newCommentId, timeOf } from "#lib/schemas/basics/ids";

const anyTime = fc.date({ min: new Date("2020-01-01"), max: new Date("2200-01-01"), noInvalidDate: true });

test("each is above the one before, whatever the clock says", () => {
  let last = "";
  fc.assert(
    fc.property(fc.array(anyTime, { maxLength: 30 }), (times) => {
      for (const time of times.flatMap((each) => [each, each])) {
        const now = time.toISOString();
        const id = newCommentId(now);
        expect(CommentId.safeParse(id).success).toBe(true);
        expect(id > last).toBe(true);
        expect(timeOf(id) >= now).toBe(true);
        last = id;
      }
    }),
  );
});

test("the time in it is the one that it was made at", () => {
  const now = "2999-01-31T09:30:00.123Z";
  expect(timeOf(newCommentId(now))).toBe(now);
});
