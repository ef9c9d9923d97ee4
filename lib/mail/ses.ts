/*
 * Sends mails by Amazon SES, which no other module calls. Only the bundles of functions that send mails contain this module, and only if
 * GRIDLESS_MAIL_FROM is set.
 */
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import type { Send } from "./letters.ts";

let opened: SESv2Client | undefined;

/** Sends from the address `from`. Throws an error without addresses in its message if SES does not accept the mail. */
export const sendBySes =
  (from: string): Send =>
  async ({ to, subject, text }) => {
    opened ??= new SESv2Client({
      requestHandler: { connectionTimeout: 2_000, requestTimeout: 8_000, throwOnRequestTimeout: true },
    });
    const mail = new SendEmailCommand({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: inUtf8(subject), Body: { Text: inUtf8(text) } } },
    });
    await opened.send(mail).catch((error: unknown) => {
      // messages of SES name addresses, which must not be logged
      const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
      throw new Error(`SES did not accept a mail: ${name} ${$metadata?.httpStatusCode ?? "(no response)"}`);
    });
  };

const inUtf8 = (Data: string) => ({ Data, Charset: "UTF-8" });
