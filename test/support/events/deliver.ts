/* What happens after the answer, by hand: whoever tells people hears of all that there is to hear, in any order, as often as is asked. */
import type { SQSEvent } from "aws-lambda";
import { handler as tellOfComment } from "#functions/notification/tell-of-comment";
import { handler as tellOfMembership } from "#functions/notification/tell-of-membership";
import { handler as tellOfNaming } from "#functions/notification/tell-of-naming";
import { handler as tellOfWebhook } from "#functions/notification/tell-of-webhook";
import type { Consumer } from "#lib/events/consumer";
import type { Item } from "#lib/store/store";
import { inProcessOnly } from "#test/support/run/target";
import { itemsWith } from "./jobs.ts";

const tellers: Record<string, Consumer> = {
  comment: tellOfComment,
  member: tellOfMembership,
  naming: tellOfNaming,
  webhook: tellOfWebhook,
};

export const eventOf = ({ pk, sk, entity }: Item, version: number) =>
  ({
    Records: [
      {
        messageId: "m",
        body: JSON.stringify({
          kind: version === 1 ? "created" : "changed",
          entity,
          key: { pk, sk },
          version,
        }),
      },
    ],
  }) as SQSEvent;

/** All events about items with one of these texts, each heard by itself. */
export async function eventsAbout(...texts: string[]): Promise<{ consumer: Consumer; event: SQSEvent }[]> {
  inProcessOnly("the stack hears of it itself");
  return (await itemsWith(...texts)).flatMap((item) => {
    const consumer = tellers[item.entity];
    const versions = Array.from({ length: item.version }, (_, i) => i + 1);
    return consumer ? versions.map((version) => ({ consumer, event: eventOf(item, version) })) : [];
  });
}

/** Hears of all of it, the later first. */
export async function deliver(...texts: string[]): Promise<void> {
  for (const { consumer, event } of (await eventsAbout(...texts)).toReversed()) {
    const { batchItemFailures } = await consumer(event);
    if (batchItemFailures.length > 0) throw new Error("it was not consumed");
  }
}
