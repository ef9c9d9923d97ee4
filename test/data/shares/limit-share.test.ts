import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { limitShare } from "#lib/data/shares/limit-share";
import type { Share } from "#lib/data/shares/shares";
import { AppError } from "#lib/schemas/basics/error";

const hourly = 1 / 3600;
const uses = { ofNetwork: { rate: hourly, burst: 2 }, ofAll: { rate: hourly, burst: 3 } };
const aNetwork = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;

test("a network that asks too often uses up nothing of the others", async () => {
  const share = { id: `shr${randomUUID()}` } as Share;
  const isLetIn = (sourceIp: string) =>
    limitShare(share, sourceIp, { use: "share", what: "requests", ...uses }).then(
      () => true,
      (error: unknown) => error instanceof AppError && error.status !== 429,
    );
  const [loud, other, third] = [aNetwork(), aNetwork(), aNetwork()];
  for (const expected of [true, true, false, false, false]) expect(await isLetIn(loud)).toBe(expected);
  expect(await isLetIn(other)).toBe(true);
  // all of them together
  expect(await isLetIn(third)).toBe(false);
});
