/* Where a base goes for which no space was chosen. */
import type { Space } from "#lib/schemas/tables/space";
import { callApi } from "./call.ts";
import { isBuilder } from "./roles.ts";

/**
 * Gives the id of the first space in which the person may make bases; without one, of a new space. Spaces are read now, so the one that was
 * made for a base that was refused is found when the person tries again.
 */
export async function findOrMakeSpace(): Promise<string> {
  const spaces = await callApi<Space[]>("GET", "/space");
  return spaces.find(({ role }) => isBuilder(role))?.id ?? (await callApi<Space>("POST", "/space", {})).id;
}
