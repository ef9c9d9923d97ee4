import { addressing } from "#lib/data/mail-links";
import * as mails from "#lib/data/mails";
import { consumer } from "#lib/events/consumer";
import { publicOrigin } from "#lib/http/public-origin";
import * as letters from "#lib/mail/letters";
import { type Letter, sender } from "#lib/mail/sender";

export const handler = consumer(
  { summary: "Sends a mail", changes: [{ entity: "mail", kinds: ["created"] }] },
  async ({ key }) => {
    const item = await mails.find(key);
    // heard again
    if (!item) return;
    const send = await sender();
    if (!send) console.warn({ dropped: item.mail.kind, message: "No sender of mails is set: see mailFrom" });
    const now = new Date().toISOString();
    const letter = send && item.expiresAt * 1000 > Date.parse(now) ? await write(item.mail, now) : undefined;
    if (letter) await send?.(letter);
    await mails.remove(item);
  },
);

async function write(mail: mails.Mail, now: string): Promise<Letter | undefined> {
  const origin = publicOrigin();
  if (mail.kind === "joined") return { to: mail.to, ...letters.joined(origin, mail.from, mail.place) };
  const addressed = await addressing(mail, now);
  if (!addressed) return undefined;
  const { to, secret } = addressed;
  if (mail.kind === "invitation") return { to, ...letters.invitation(origin, secret, mail.from, mail.place) };
  const words = mail.kind === "verifyEmail" ? letters.verifyEmail : letters.resetPassword;
  return { to, ...words(origin, secret) };
}
