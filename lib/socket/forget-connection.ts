/* The end of a connection. */
import { endConnection } from "#lib/data/sockets/connections";
import { planSending, presenceIn } from "#lib/data/sockets/sendings";

/** Removes a connection that has ended, and soon the others see that its person left. */
export async function forgetConnection(connection: string): Promise<void> {
  for (const { baseId, here } of await endConnection(connection))
    if (here) await planSending(presenceIn(baseId, here.viewId), { isLater: true });
}
