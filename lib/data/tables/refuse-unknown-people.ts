/* The people whom new records name by default: members of the base, when the default is set. */

import { membersById } from "#lib/data/records/people";
import { invalid, pathOf } from "#lib/schemas/basics/error";
import type { BaseId, SpaceId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";

/** The options of a field of people as a request sends them, and their path there. */
interface SentDefault {
  at: PropertyKey[];
  type: string | undefined;
  options: unknown;
  /** The present options of the field: people in them who have left may stay. */
  before?: unknown;
}

/** Throws 400 for a default that names someone who is no member of the base or its space. One round trip, if a request names people. */
export async function refuseUnknownPeople(
  base: { baseId: BaseId; spaceId: SpaceId },
  sent: SentDefault[],
): Promise<void> {
  const named = sent.flatMap(({ at, type, options, before }) => {
    const known = idsIn(before);
    const ids = type === "user" ? idsIn(options) : [];
    // the field type refuses this
    if (ids.length > limits.peoplePerCell) return [];
    return ids.filter((id) => !known.includes(id)).map((id) => ({ at, id }));
  });
  if (named.length === 0) return;
  const members = await membersById([...new Set(named.map(({ id }) => id))], base);
  const issues = named
    .filter(({ id }) => !members.byId(id))
    .map(({ at, id }) => ({
      path: pathOf([...at, "defaultValue"]),
      message: `${id} is not a member of the base; null means no default`,
    }));
  if (issues.length > 0) throw invalid(issues);
}

function idsIn(options: unknown): string[] {
  const { defaultValue } = (options ?? {}) as { defaultValue?: unknown };
  return [defaultValue].flat().filter((id): id is string => typeof id === "string" && id.startsWith("usr"));
}
