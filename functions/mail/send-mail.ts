import { findAddressee } from "#lib/accounts/mail-links";
import * as mails from "#lib/data/identity/mails";
import { consumer } from "#lib/events/consumer";
import type { Letter } from "#lib/mail/letters";
import * as letters from "#lib/mail/letters";
import { sender } from "#lib/mail/sender";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { isUnexpired } from "#lib/store/expiry";

export const handler = consumer(
  { summary: "Send a mail", changes: [{ entity: "mail", kinds: ["created"] }] },
  async ({ key }) => {
    const item = await mails.find(key);
    // sent before: a change may be delivered twice
    if (!item) return;
    const send = await sender();
    if (!send)
      console.warn({ dropped: item.mail.kind, message: "No mail sender is configured; set mailFrom" });
    const now = new Date().toISOString();
    const letter = send && isUnexpired(item, now) ? await write(item.mail, now) : undefined;
    if (letter) await send?.(letter);
    await mails.remove(item);
  },
);

async function write(mail: mails.Mail, now: string): Promise<Letter | undefined> {
  const origin = publicOrigin();
  const addressed = await findAddressee(mail, now);
  if (!addressed) return undefined;
  const { to, secret } = addressed;
  return { to, ...wordsOf(mail, origin, secret) };
}

function wordsOf(mail: mails.Mail, origin: string, secret = "") {
  switch (mail.kind) {
    case "verifyEmail":
      return letters.verifyEmail(origin, secret);
    case "resetPassword":
      return letters.resetPassword(origin, secret);
    case "invitation":
      return secret
        ? letters.invitation(origin, secret, mail.from, mail.place)
        : letters.invitationToSignIn(origin, mail.from, mail.place);
    case "joined":
      return letters.joined(origin, mail.from, mail.place);
  }
}
