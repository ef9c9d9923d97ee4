/* Chooses how mails are sent. The other modules know only the type `Send`. */
import type { Send } from "./letters.ts";

/**
 * SES if GRIDLESS_MAIL_FROM is set; the terminal if GRIDLESS_MAIL is "log", as npm start sets it; undefined otherwise: no mails are
 * sent. GRIDLESS_MAIL_FROM is a constant in the bundles (lib/stack/bundles/constants.ts): if it is empty, no bundle contains the SES client
 * and no function has permission to use it.
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
