/*
 * A page of another site must not reach the service through a browser, as after DNS rebinding, where no preflight request asks before: at
 * sockets, and at what programs call. Settings allow origins (`corsOrigins`).
 */
import { AppError } from "#lib/schemas/basics/error";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { allowsOrigin, originsIn } from "../cors.ts";

/** Throws 403 for a request of a page of another origin that is not allowed. Programs send no Origin; where pages have the same host, it says so. */
export function refuseOtherPages({ origin, host }: Readonly<Record<string, string | undefined>>): void {
  if (origin === undefined || origin === publicOrigin() || URL.parse(origin)?.host === host) return;
  if (allowsOrigin(originsIn(process.env["GRIDLESS_CORS_ORIGINS"] ?? ""), origin)) return;
  throw new AppError(
    "restricted_resource",
    "Pages of other origins may not call this: the settings allow them",
  );
}
