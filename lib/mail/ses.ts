/* Amazon SES. The only module that talks to it; it is in the bundle of what sends mails only, and there only if mails are sent. */
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import type { Send } from "./letters.ts";

let opened: SESv2Client | undefined;

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
      // its messages name addresses, and no log line may
      const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
      throw new Error(`SES did not take a mail: ${name} ${$metadata?.httpStatusCode ?? "without an answer"}`);
    });
  };

const inUtf8 = (Data: string) => ({ Data, Charset: "UTF-8" });
