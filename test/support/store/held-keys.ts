/* Keys that transactions hold, as in DynamoDB: who writes one of them meanwhile is refused with a conflict. The embedded store never does that. */
import { disturbance } from "#test/support/events/processes";
import type { Sent } from "./faults.ts";

interface Write {
  Key?: Record<string, unknown>;
  Item?: Record<string, unknown>;
}

const keyOf = ({ Key, Item }: Write) => {
  const { pk, sk } = Key ?? Item ?? {};
  return JSON.stringify([pk, sk]);
};

function keysIn({ command, input }: Sent): string[] {
  if (command === "TransactWriteItems")
    return (input["TransactItems"] as Record<string, Write>[]).flatMap((action) =>
      Object.values(action).map(keyOf),
    );
  return ["PutItem", "UpdateItem", "DeleteItem", "Put", "Update", "Delete"].includes(command)
    ? [keyOf(input as Write)]
    : [];
}

/** Each transaction holds its keys for so long. Gives the error of a request that comes meanwhile. */
export function holdKeys(milliseconds: number): (sent: Sent) => Error | undefined {
  const until = new Map<string, number>();
  return (sent) => {
    const keys = keysIn(sent);
    const now = performance.now();
    if (keys.some((key) => (until.get(key) ?? 0) > now)) return disturbance(sent);
    if (sent.command === "TransactWriteItems") for (const key of keys) until.set(key, now + milliseconds);
    return undefined;
  };
}
