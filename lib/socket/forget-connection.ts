/* The end of a connection, and of watching a base. */
import { endConnection, removeViewer, type ViewerItem } from "#lib/data/sockets/connections";
import { planSending, presenceIn } from "#lib/data/sockets/sendings";
import type { BaseId } from "#lib/schemas/basics/ids";

/** Removes a connection that has ended, and soon the others see that its person left. */
export const forgetConnection = (connection: string): Promise<void> => endConnection(connection, planLeaving);

/** Ends the watching of a base by a connection, and soon the others see that its person left. */
export const forgetViewer = (connection: string, baseId: BaseId): Promise<void> =>
  removeViewer(connection, baseId, planLeaving);

/** Planned before they are removed: afterwards no attempt would find where they were. */
async function planLeaving(viewers: ViewerItem[]): Promise<void> {
  for (const { baseId, here } of viewers)
    if (here) await planSending(presenceIn(baseId, here.viewId), { isLater: true });
}
