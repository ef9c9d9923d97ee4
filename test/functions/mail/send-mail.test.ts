import type { SQSEvent } from "aws-lambda";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { handler as resetPassword } from "#functions/auth/reset-password";
import { handler as signUp } from "#functions/auth/sign-up";
import { handler as verifyEmail } from "#functions/auth/verify-email";
import { handler as sendMail } from "#functions/mail/send-mail";
import { handler as changeNotifyMeta } from "#functions/user/change-notify-meta";
import * as mails from "#lib/data/identity/mails";
import { commit } from "#lib/store/commit";
import { itemsWith } from "#test/support/events/jobs";
import { aNewcomer, anEmail, mailsTo, password, signInWith } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("the consumer runs here");

let printed = "";
let logged: unknown[][] = [];
// mails are looked for among all that there is
beforeAll(useOwnStore);
beforeEach(() => {
  printed = "";
  logged = [];
  vi.stubEnv("GRIDLESS_MAIL", "log");
  vi.stubEnv("GRIDLESS_ORIGIN", "https://tables.example.org");
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  for (const method of ["log", "info", "warn", "error"] as const)
    vi.spyOn(console, method).mockImplementation((...line) => void logged.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const eventOf = ({ pk, sk, version }: mails.MailItem) => {
  const change = { kind: "created", entity: "mail", key: { pk, sk }, version };
  return { Records: [{ messageId: "m", body: JSON.stringify(change) }] } as SQSEvent;
};
/** What is told of a mail when it is heard of. */
async function delivered(item: mails.MailItem | undefined): Promise<string> {
  if (!item) throw new Error("there is no mail");
  const before = printed.length;
  expect(await sendMail(eventOf(item))).toEqual({ batchItemFailures: [] });
  return printed.slice(before);
}
async function aMail(mail: mails.Mail, now = new Date().toISOString()) {
  const change = mails.sendChange(mail, now);
  await commit([change]);
  if (change.op !== "create") throw new Error("a mail is an item of its own");
  return change.item as mails.MailItem;
}
const linkIn = (text: string) => /=(\w{43})$/m.exec(text)?.[1] ?? "";
const mailCount = () => printed.split("Mail to ").length - 1;

describe("what is mailed", () => {
  test("a link that verifies the address of who signed up", async () => {
    const signedIn = await aNewcomer();
    const { email } = signedIn;
    const [mail] = await mailsTo(email);
    const text = await delivered(mail);
    expect(text).toContain(`Mail to ${email}: Verify your e-mail address for Gridless\n`);
    expect(text).toMatch(/^ {2}│ https:\/\/tables\.example\.org\/auth\/verify\?link=\w{43}$/m);
    expect(text).toContain("If you have not signed up");
    expect((await call(verifyEmail, { signedIn, body: { link: linkIn(text) } })).status).toBe(200);
    expect(await mailsTo(email)).toEqual([]);
  });

  test("a link that resets the password, to the address as its owner wrote it", async () => {
    const { email } = await aNewcomer();
    const text = await delivered(await aMail({ kind: "resetPassword", to: email.toUpperCase() }));
    expect(text).toContain(`Mail to ${email}: `);
    expect(text).toContain("https://tables.example.org/auth/choose-password?link=");
    const body = { link: linkIn(text), password: "battery staple 8" };
    expect((await call(resetPassword, { body })).status).toBe(200);
    expect((await signInWith(email, "battery staple 8")).status).toBe(200);
  });

  test("an invitation, by which one signs up", async () => {
    vi.stubEnv("GRIDLESS_SIGN_UP", "open");
    const email = anEmail();
    const text = await delivered(await aMail({ kind: "invitation", to: email, from: "Ada", place: "Sales" }));
    expect(text).toContain(`Mail to ${email}: “Ada” invites you to “Sales”\n`);
    expect(text).toContain("https://tables.example.org/auth/sign-up?invite=");
    const { body } = await call(signUp, { body: { email, password, inviteCode: linkIn(text) } });
    expect(body.emailVerified).toBe(true);
  });

  test("an invitation of who has an account: to sign in, and no link that would verify it", async () => {
    const { email } = await aNewcomer();
    const mail = { kind: "invitation", to: email.toUpperCase(), from: "Ada", place: "Sales" } as const;
    const text = await delivered(await aMail(mail));
    expect(text).toContain(`Mail to ${email}: “Ada” invites you to “Sales”\n`);
    expect(text.match(/https:\S+/g)).toEqual(["https://tables.example.org/account"]);
    expect((await itemsWith(email)).filter(({ entity }) => entity === "link")).toEqual([]);
  });

  test("that somebody was added, without any secret", async () => {
    const { email } = await aNewcomer();
    const text = await delivered(await aMail({ kind: "joined", to: email, from: "Ada", place: "Sales" }));
    expect(text).toMatch(/^ {2}│ https:\/\/tables\.example\.org\/account$/m);
    expect(linkIn(text)).toBe("");
  });

  test("nothing of a link is in the store in clear", async () => {
    const { email } = await aNewcomer();
    const [mail] = await mailsTo(email);
    const secret = linkIn(await delivered(mail));
    expect(secret).toHaveLength(43);
    expect(await itemsWith(secret)).toEqual([]);
  });
});

describe("nothing is mailed", () => {
  test("to whoever has no account, and the mail is done with", async () => {
    const to = anEmail();
    expect(await delivered(await aMail({ kind: "resetPassword", to }))).toBe("");
    expect(await itemsWith(to)).toEqual([]);
  });

  test("to verify what is verified by then", async () => {
    const signedIn = await aNewcomer();
    const { email, userId } = signedIn;
    const [first] = await mailsTo(email);
    const link = linkIn(await delivered(first));
    const second = await aMail({ kind: "verifyEmail", to: email, userId });
    await call(verifyEmail, { signedIn, body: { link } });
    expect(await delivered(second)).toBe("");
  });

  test("that he was added, to whoever wants no mails; what he asks for himself is", async () => {
    const { email, cookie } = await aNewcomer();
    await call(changeNotifyMeta, { signedIn: { cookie }, body: { email: false } });
    expect(await delivered(await aMail({ kind: "joined", to: email, from: "Ada", place: "Sales" }))).toBe("");
    expect(await delivered(await aMail({ kind: "resetPassword", to: email }))).toContain("choose-password");
  });

  test("a day late", async () => {
    const { email } = await aNewcomer();
    const yesterday = new Date(Date.now() - 24 * 3600 * 1000 - 1000).toISOString();
    const mail = await aMail({ kind: "resetPassword", to: email }, yesterday);
    expect(await delivered(mail)).toBe("");
    expect(await mails.find({ pk: mail.pk, sk: mail.sk })).toBeUndefined();
  });

  test("where no sender is set: the log says so, without address or link", async () => {
    vi.stubEnv("GRIDLESS_MAIL", "");
    const { email } = await aNewcomer();
    const [mail] = await mailsTo(email);
    expect(await delivered(mail)).toBe("");
    expect(logged).toEqual([
      [{ dropped: "verifyEmail", message: "No sender of mails is set: see mailFrom" }],
    ]);
    expect(await mailsTo(email)).toEqual([]);
    expect((await itemsWith(email)).filter(({ entity }) => entity === "link")).toEqual([]);
  });
});

test("heard of again, it sends nothing", async () => {
  const { email } = await aNewcomer();
  const [mail] = await mailsTo(email);
  await delivered(mail);
  expect(await delivered(mail)).toBe("");
  expect(mailCount()).toBe(1);
});

test("killed at any call of the store, it is sent when it is heard of again: once, or once more", async () => {
  const { email } = await aNewcomer();
  let calls = 0;
  for (let at = 0; ; at++) {
    printed = "";
    const item = await aMail({ kind: "resetPassword", to: email });
    const sent = await disturbed(
      (_, i) => (i >= at ? "not sent" : undefined),
      () => sendMail(eventOf(item)).catch(() => {}),
    );
    if (sent.length <= at) break;
    calls++;
    await delivered(item);
    expect([1, 2]).toContain(mailCount());
    expect(await mails.find({ pk: item.pk, sk: item.sk })).toBeUndefined();
    const body = {
      link: linkIn(printed.slice(printed.lastIndexOf("Mail to "))),
      password: "battery staple 8",
    };
    expect((await call(resetPassword, { body })).status).toBe(200);
  }
  // reads mail, address and person, writes the link, removes the mail
  expect(calls).toBe(5);
}, 120_000);
