/* Nothing that people sign in with is in any line of the log, whatever happens. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handler as changePassword } from "#functions/auth/change-password";
import { handler as resetPassword } from "#functions/auth/reset-password";
import { handler as sendReset } from "#functions/auth/send-reset-password-email";
import { handler as signIn } from "#functions/auth/sign-in";
import { handler as signUp } from "#functions/auth/sign-up";
import { aLink, aNewcomer, cookieIn } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed } from "#test/support/store/faults";

inProcessOnly("what is printed here is looked at");

let printed = "";
beforeEach(() => {
  printed = "";
  const take = (...all: unknown[]) => {
    printed += all.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join(" ");
    return true;
  };
  vi.spyOn(process.stdout, "write").mockImplementation(take);
  vi.spyOn(process.stderr, "write").mockImplementation(take);
  for (const method of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, method).mockImplementation((...all) => void take(...all));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test.each(["theOperation", ""])(
  "with operation %j",
  async (operation) => {
    vi.stubEnv("GRIDLESS_OPERATION", operation);
    const { email, userId } = await aNewcomer();
    const secrets = [email, `pass${crypto.randomUUID()} 1`, `next${crypto.randomUUID()} 1`] as const;
    const [, password, newPassword] = secrets;
    const link = await aLink("resetPassword", { email, userId });
    const answers = [
      await call(resetPassword, { body: { link, password } }),
      await call(signUp, { body: { email, password } }),
      await call(signIn, { body: { email, password: newPassword } }),
      await call(signIn, { body: { email, password } }),
      await call(sendReset, { body: { email } }),
      await call(resetPassword, { body: { link, password } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 400, 200, 200, 400]);
    const cookies = answers.map(cookieIn).filter(Boolean);
    const signedIn = { cookie: cookies.at(-1) ?? "" };
    await call(changePassword, { signedIn, body: { password: newPassword, newPassword } });
    // the store is away: what is thrown then carries what was to be written
    for (const [endpoint, body] of [
      [signUp, { email: `x${email}`, password }],
      [signIn, { email, password }],
      [sendReset, { email }],
    ] as const)
      await disturbed(
        ({ command }) => (/Get|Update/.test(command) ? undefined : "not sent"),
        async () => expect((await call(endpoint, { body })).status).toBe(503),
      );
    expect(printed).toContain("database_connection_unavailable");
    for (const secret of [
      ...secrets,
      link,
      ...cookies,
      ...cookies.map((cookie) => cookie.split(".")[1] ?? ""),
    ]) {
      expect(secret.length).toBeGreaterThan(8);
      expect(printed).not.toContain(secret);
    }
  },
  60_000,
);
