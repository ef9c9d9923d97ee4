/* The options of a view as answers show them. */

import { viewTypes } from "#lib/engine/view-types/index";
import type { ViewOptions } from "#lib/engine/view-types/shared/view-type";
import { absoluteAddress } from "#lib/schemas/basics/public-origin";
import type { ViewTypeName } from "#lib/schemas/tables/view";

/** The options with full addresses: clients may have stored a path of this service. */
export function showOptions(type: ViewTypeName, options: ViewOptions): ViewOptions {
  const shown = { ...options };
  for (const name of viewTypes[type].addressOptions ?? []) {
    const address = options[name];
    if (typeof address === "string" && address !== "") shown[name] = absoluteAddress(address);
  }
  return shown;
}
