/* Telling somebody that a webhook of his takes nothing any more and was given up. */

import * as bases from "#lib/data/spaces/bases";
import type { WebhookItem } from "#lib/data/webhooks/webhooks";
import { getItem, type Key } from "#lib/store/store";
import { notify } from "./notify.ts";

export async function notifyOfWebhook(key: Key): Promise<void> {
  const webhook = await getItem<WebhookItem>(key);
  const base = webhook?.disabled && (await bases.find(webhook.baseId));
  if (!webhook?.disabled || !base) return;
  const { time, reason } = webhook.disabled;
  await notify(
    { name: `${webhook.id} ${time}`, time, scene: { spaceId: base.spaceId, baseId: base.id } },
    new Map([
      [
        webhook.createdBy,
        {
          notifyType: "system",
          message: `The webhook to ${new URL(webhook.url).host} of ${base.name} was given up. ${reason}`,
          path: `/base/${base.id}`,
        },
      ],
    ]),
  );
}
