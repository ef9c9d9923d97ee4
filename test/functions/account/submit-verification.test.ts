import { expect, test } from "vitest";
import { handler as submitVerification } from "#functions/account/submit-verification";
import { aSession, someone } from "#test/support/makers/makers";
import { mailsTo } from "#test/support/makers/people";
import { submit, titleOf } from "#test/support/requests/form";
import { useOwnStore } from "#test/support/store/own-store";

// all of it is looked through
await useOwnStore();

test("302: a link is mailed; 429: not as often as one likes", async () => {
  const { userId, email } = await someone();
  const signedIn = await aSession(userId);
  const answer = await submit(submitVerification, {}, { signedIn });
  expect(answer.headers["location"]).toBe("/account?done=verification");
  expect((await mailsTo(email)).map(({ mail }) => mail.kind)).toEqual(["verifyEmail"]);

  for (let i = 0; i < 3; i++) await submit(submitVerification, {}, { signedIn });
  const refused = await submit(submitVerification, {}, { signedIn });
  expect({ status: refused.status, title: titleOf(refused) }).toEqual({
    status: 429,
    title: "Too many tries",
  });
  expect(refused.headers["retry-after"]).toMatch(/^\d+$/);
});
