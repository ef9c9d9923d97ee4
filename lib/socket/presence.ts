/* Who is where in a view: people who look at the same view see each other. */
import { listViewers } from "#lib/data/sockets/connections";
import { planSending, presenceIn } from "#lib/data/sockets/sendings";
import type { BaseId, ViewId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { keepAllowed } from "./allowed-viewers.ts";
import { sendToAll } from "./send.ts";

/** Shows the people of a view to each other, now or soon. */
export async function announcePresence(baseId: BaseId, viewId: ViewId, now: string): Promise<void> {
  if (await planSending(presenceIn(baseId, viewId))) await sendPresence(baseId, viewId, now);
}

/** Shows the people who are in a view now to each other. */
export async function sendPresence(baseId: BaseId, viewId: ViewId, now: string): Promise<void> {
  const inView = (await listViewers(baseId, now)).filter(({ here }) => here?.viewId === viewId);
  const viewers = await keepAllowed(inView, { isAnew: false, now });
  const people = viewers
    .slice(0, limits.peopleShownInView)
    .map(({ userId, connection, here: { viewId: _, ...where } = { viewId } }) => ({
      userId,
      connection,
      ...where,
    }));
  const text = JSON.stringify({ type: "presence", baseId, viewId, people });
  await sendToAll(viewers, () => text);
}
