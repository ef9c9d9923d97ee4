import { expect, test } from "vitest";
import { aPlace } from "#test/support/members";
import { refusal } from "#test/support/refusal";

const anAddress = () => `${crypto.randomUUID()}@test.local`;
const emailsIn = (invitations: { email: string }[]) => invitations.map(({ email }) => email);

test("200: who is awaited, by whom, as what and until when", async () => {
  const { member, invite, invitations } = await aPlace("base");
  const as = await member("editor");
  const email = anAddress();
  const { body } = await invite([email], "viewer", as);
  const answer = await invitations(as);
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 200,
    body: {
      invitations: [
        {
          ...{ invitationId: body[email].invitationId, email, role: "viewer", invitedBy: as.userId },
          ...{ createdTime: expect.any(String), expiredTime: expect.any(String) },
        },
      ],
      nextCursor: null,
    },
  });
  const [{ createdTime, expiredTime }] = answer.body.invitations;
  const days = (Date.parse(expiredTime) - Date.parse(createdTime)) / 86_400_000;
  expect(Math.round(days * 100) / 100).toBe(14);
});

test("200: page by page each once", async () => {
  const { owner, invite, invitations } = await aPlace("base");
  const emails = Array.from({ length: 5 }, anAddress);
  await invite(emails);
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await invitations(owner, { take: "2", ...(cursor && { cursor }) });
    expect(body.invitations.length).toBeLessThanOrEqual(2);
    seen.push(...emailsIn(body.invitations));
    cursor = body.nextCursor;
  }
  expect(seen.sort()).toEqual(emails.sort());
});

test.each([
  ["take", "1001"],
  ["cursor", "x"],
  ["nope", "1"],
])("400: %s=%s", async (key, value) => {
  const { owner, invitations } = await aPlace("base");
  expect(refusal(await invitations(owner, { [key]: value }))).toEqual({ status: 400, paths: [key] });
});

test("403: for who may invite nobody", async () => {
  const { member, invitations } = await aPlace("base");
  expect((await invitations(await member("viewer"))).status).toBe(403);
});
