/* How a mail goes out: an interface so small that the rest does not know by which way. */
import type { Send } from "./letters.ts";

/**
 * By SES where an address to send from is set; to the terminal where GRIDLESS_MAIL is "log", as npm start sets it; else there is
 * none. The address is a constant in the bundles (lib/stack/constants.ts): without it SES is in no function, and allowed to none.
 */
export async function sender(): Promise<Send | undefined> {
  if (process.env["GRIDLESS_MAIL_FROM"]) {
    const { sendBySes } = await import("./ses.ts");
    return sendBySes(process.env["GRIDLESS_MAIL_FROM"]);
  }
  return process.env["GRIDLESS_MAIL"] === "log" ? print : undefined;
}

const print: Send = async ({ to, subject, text }) => {
  const body = text.trimEnd().replace(/^/gm, "  │ ");
  process.stdout.write(`\nMail to ${to}: ${subject}\n${body}\n\n`);
};
