/*
 * Invitations by e-mail that wait until the address is verified. They stay in the source: the letter leads to its address. So the command says whom to
 * invite again in the target.
 */
import { say } from "#lib/local/process/terminal";
import { msPerSecond } from "#lib/schemas/basics/time-units";
import type { Belongings } from "./belonging.ts";
import type { Cell } from "./cells/cell.ts";
import { queryAll, text } from "./wire.ts";

/** Says who is invited to the space or to a base of it, a line for each. */
export async function sayInvited(source: Cell, { spaceId, bases }: Belongings): Promise<void> {
  const lines: string[] = [];
  for (const place of [`SPACE#${spaceId}`, ...[...bases].map((id) => `BASE#${id}`)])
    for (const item of await queryAll(source, place, "INVITE#"))
      if (Number(item["expiresAt"]?.N ?? Number.POSITIVE_INFINITY) * msPerSecond > Date.now())
        lines.push(`  ${text(item, "email")}  ${text(item, "role")} of ${place.split("#")[1]}`);
  if (lines.length > 0)
    say(`these were invited by e-mail, and must be invited again there:\n${lines.join("\n")}`);
}
