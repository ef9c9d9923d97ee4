import { expect, test } from "vitest";
import * as letters from "#lib/mail/letters";

const origin = "https://tables.example.org";

test.each([
  ["Ada Lovelace", "“Ada Lovelace”"],
  ["Ada\r\nBcc: all@example.org", "“Ada Bcc: all@ example. org”"],
  ["win at http://evil.example/now", "“win at http: / / evil. example/ now”"],
  ["\u202eadA", "“adA”"],
  ["  ", "“”"],
  ["x".repeat(61), `“${"x".repeat(60)}…”`],
])("%j is named %s", (name, shown) => expect(letters.named(name)).toBe(shown));

test("with any name, the subject is one line and the only link is our own", () => {
  const name = "a\nb\u2028c https://evil.example <b> www.evil.example";
  for (const { subject, text } of [
    letters.invitation(origin, "s", name, name),
    letters.invitationToSignIn(origin, name, name),
    letters.joined(origin, name, name),
  ]) {
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect(`${subject} ${text}`).not.toMatch(/\w[.:/]evil|evil[.]\w/);
    expect(text.match(/https?:\S+/g)).toEqual([expect.stringMatching(/^https:\/\/tables\.example\.org\//)]);
  }
});

test("each says what to do if the recipient did not expect it", () => {
  for (const { text } of [
    letters.verifyEmail(origin, "s"),
    letters.resetPassword(origin, "s"),
    letters.invitation(origin, "s", "Ada", "Sales"),
    letters.invitationToSignIn(origin, "Ada", "Sales"),
    letters.joined(origin, "Ada", "Sales"),
  ])
    expect(text).toMatch(/^If you (did not|do not)/m);
});
