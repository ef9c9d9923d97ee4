import { beforeEach, expect, test, vi } from "vitest";
import { handler as sendEvent } from "#functions/webhook/send-event";
import type { DeliveryItem } from "#lib/data/webhooks/deliveries";
import type { WebhookId } from "#lib/schemas/basics/ids";
import { aTable } from "#test/support/makers/makers";
import { aReceiver, aWebhook, deliveriesOf, happens, messageOf, moveTo } from "#test/support/makers/webhooks";
import { pointsOf } from "#test/support/run/points";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed } from "#test/support/store/faults";

inProcessOnly("the consumer runs here");

let made: Awaited<ReturnType<typeof aTable>>;
const aRecordOfOurs = () => aTable({ records: [{ fields: { Name: "Ada", Count: 3 } }] });
beforeEach(async () => {
  made = await aRecordOfOurs();
});

const minute = 60_000;
/** The one delivery of a webhook. */
async function only(id: WebhookId): Promise<DeliveryItem> {
  const [delivery, ...others] = await deliveriesOf(id);
  expect(others).toEqual([]);
  return delivery as DeliveryItem;
}
test("killed at any request to the store, an event is sent again and none is lost", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  for (const [name, statuses] of [
    ["taken", [200]],
    ["failed, then taken", [500, 200]],
  ] as const)
    for (const fault of ["not sent", "answer lost"] as const)
      for (const at of pointsOf(`an event is ${name}, ${fault}`, 12)) {
        made = await aRecordOfOurs();
        let left = [...statuses] as number[];
        const receiver = await aReceiver((_, response) => response.writeHead(left.shift() ?? 200).end());
        const { id } = await aWebhook(made, { url: receiver.url });
        await happens(made);
        let requests = 0;
        let isDead = false;
        // the n-th request and all after it fail, until the message comes again
        for (let i = 0; i < 8 && (await only(id)).state === "waiting"; i++) {
          const delivery = await only(id);
          moveTo(Math.max(Date.now(), Date.parse(delivery.dueTime)) + minute);
          await disturbed(
            () => {
              isDead ||= requests++ === at;
              return isDead ? fault : undefined;
            },
            () => sendEvent(messageOf(delivery)).catch(() => {}),
          );
          isDead = false;
          if (left.length === 0) left = [200];
        }
        vi.useRealTimers();
        expect({ at, state: (await only(id)).state }).toEqual({ at, state: "delivered" });
        expect(new Set(receiver.events().map((event) => event.id)).size).toBe(1);
      }
}, 120_000);
