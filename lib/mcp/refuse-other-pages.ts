/* A page of another site must not reach this server through a browser (DNS rebinding). */
import { AppError } from "#lib/schemas/basics/error";

/** Throws 403 for a request of a page of another origin. Programs send no Origin. */
export function refuseOtherPages({ origin, host }: Readonly<Record<string, string | undefined>>): void {
  if (origin === undefined || URL.parse(origin)?.host === host) return;
  throw new AppError("restricted_resource", "Pages of other origins cannot call this");
}
