/* The end of a connection, and of watching a base. */
import { endConnection, removeViewer, type ViewerItem } from "#lib/data/sockets/connections";
import { planSending, presenceIn } from "#lib/data/sockets/sendings";
import type { BaseId } from "#lib/schemas/basics/ids";

/** Removes a connection that has ended, and soon the others see that its person left. */
export async function forgetConnection(connection: string): Promise<void> {
  for (const viewer of await endConnection(connection)) await showLeaving(viewer);
}

/** Ends the watching of a base by a connection, and soon the others see that its person left. */
export async function forgetViewer(connection: string, baseId: BaseId): Promise<void> {
  const viewer = await removeViewer(connection, baseId);
  if (viewer) await showLeaving(viewer);
}

async function showLeaving({ baseId, here }: ViewerItem): Promise<void> {
  if (here) await planSending(presenceIn(baseId, here.viewId), { isLater: true });
}
