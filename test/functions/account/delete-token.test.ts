import { expect, test } from "vitest";
import { handler as deleteToken } from "#functions/account/delete-token";
import * as tokens from "#lib/data/identity/tokens";
import type { UserId } from "#lib/schemas/basics/ids";
import { aSession, someone } from "#test/support/makers/makers";
import { submit, titleOf } from "#test/support/requests/form";

const now = () => new Date().toISOString();
const tokenOf = async (userId: UserId) => (await tokens.listOf(userId, now()))[0]?.id as string;

test("302: the token is good for nothing any more, and is gone from the list", async () => {
  const me = await someone();
  const params = { accessTokenId: await tokenOf(me.userId) };
  const signedIn = await aSession(me.userId);
  const answer = await submit(deleteToken, {}, { params, signedIn });
  expect(answer.headers["location"]).toBe("/account?done=token");
  expect(await tokens.find(me.token, now())).toBeUndefined();
  expect(await tokens.listOf(me.userId, now())).toEqual([]);
  expect((await submit(deleteToken, {}, { params, signedIn })).status).toBe(404);
});

test("404: a token of somebody else, one that is not there, and what is no id", async () => {
  const other = await someone();
  const signedIn = await aSession((await someone()).userId);
  for (const accessTokenId of [await tokenOf(other.userId), "acc0000000000000000", "nope"]) {
    const answer = await submit(deleteToken, {}, { params: { accessTokenId }, signedIn });
    expect({ status: answer.status, title: titleOf(answer) }).toEqual({
      status: 404,
      title: "There is nothing here",
    });
  }
  expect(await tokens.find(other.token, now())).toBeDefined();
});
