/* Notifies the maker of a webhook that was disabled. */

import * as bases from "#lib/data/spaces/bases";
import type { WebhookItem } from "#lib/data/webhooks/webhooks";
import { getItem, type Key } from "#lib/store/store";
import { notify } from "./notify.ts";

/** `key` is the key of a webhook. Does nothing unless it is disabled. */
export async function notifyOfWebhook(key: Key): Promise<void> {
  const webhook = await getItem<WebhookItem>(key);
  const base = webhook?.disabled && (await bases.find(webhook.baseId));
  if (!webhook?.disabled || !base) return;
  const { time, reason } = webhook.disabled;
  await notify(
    { name: `${webhook.id} ${time}`, time, context: { spaceId: base.spaceId, baseId: base.id } },
    new Map([
      [
        webhook.createdBy,
        {
          notifyType: "system",
          message: `The webhook to ${new URL(webhook.url).host} of ${base.name} was disabled. ${reason}`,
          path: `/base/${base.id}`,
        },
      ],
    ]),
  );
}
