/*
 * Keeps web pages away from a server on loopback, which every page in a browser of this machine can reach:
 *
 *   host   A name that an attacker owns may lead to 127.0.0.1 (DNS rebinding). Its page has the origin of the server then, and only
 *          the header Host shows the difference: it must name loopback, or the host of GRIDLESS_ORIGIN. 421 otherwise.
 *   page   Requests from pages of other origins, unless GRIDLESS_CORS_ORIGINS lists them: 403. Browsers name the page in Origin, and
 *          where there is none (images, scripts, frames), in Sec-Fetch-Site. A person who follows a link or sends a form is let
 *          through: handlers check forms themselves, and answer with a page.
 *
 * A server that listens on another address is called by names that are unknown here, so nothing of this applies to it.
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import { allowsOrigin, originsIn } from "#lib/http/cors";
import { isLoopback } from "#lib/outgoing/addresses";
import { splitTarget } from "./event.ts";
import { errorResult } from "./respond.ts";

/** Whether a server with this address can be reached from its own machine only. */
export const isOnLoopback = ({ address }: AddressInfo): boolean =>
  namesLoopback(nameIn(address.includes(":") ? `[${address}]` : address) ?? "");

/** `::ffff:7f00:1` is 127.0.0.1 in IPv6. */
const namesLoopback = (name: string): boolean =>
  name === "localhost" || isLoopback(name) || /^::ffff:7f[\da-f]{2}:/.test(name);

interface GuardOptions {
  /** The address of the service as people see it; empty: only the one that is listened on. */
  publicOrigin: string;
  /** Origins whose pages may call, comma-separated; * for all. */
  corsOrigins: string;
}

export function guardFor({ publicOrigin, corsOrigins }: GuardOptions) {
  const service = URL.parse(publicOrigin);
  const publicName = service ? plainName(service.hostname) : undefined;
  const allowed = originsIn(corsOrigins);

  function isOwnPage(origin: string, host: string): boolean {
    const page = URL.parse(origin);
    if (page?.origin !== origin) return false;
    return page.origin === service?.origin || page.host === URL.parse(`${page.protocol}//${host}`)?.host;
  }

  return {
    /** The refusal of a request that is not for this server; undefined if it is. */
    refuseHost(request: IncomingMessage, requestId: string): Result | undefined {
      const names = hostsIn(request).map(nameIn);
      if (names.length === 0 || names.includes(undefined)) {
        const message = "Send the header Host once, with the name of this server, as HTTP/1.1 asks for";
        return errorResult(400, "validation_error", message, requestId);
      }
      const other = names.find((name = "") => !namesLoopback(name) && name !== publicName);
      if (other === undefined) return undefined;
      const message = `This server answers on loopback only, not for ${other}: set GRIDLESS_ORIGIN to the address under which people see it`;
      return errorResult(421, "misdirected_request", message, requestId);
    },
    /** The refusal of a request from a page of another origin; undefined for all others. */
    refusePage({ headers, url = "/" }: IncomingMessage, requestId: string): Result | undefined {
      if (isPerson(headers) || allowed.includes("*")) return undefined;
      const { origin, host = "", "sec-fetch-site": site } = headers;
      const isOurs =
        origin === undefined
          ? !isOtherSite(site) || isSigned(splitTarget(url).path)
          : allowsOrigin(allowed, origin) || isOwnPage(origin, host);
      if (isOurs) return undefined;
      const message =
        "Pages of other origins may not call this server: list their origin in GRIDLESS_CORS_ORIGINS";
      return errorResult(403, "restricted_resource", message, requestId);
    },
  };
}

/** Whether a browser opens the answer as a page of its own. */
const isPerson = ({ "sec-fetch-mode": mode, "sec-fetch-dest": opened = "document" }: IncomingHttpHeaders) =>
  mode === "navigate" && opened === "document";

/** `same-site` is another port or subdomain; `none` is a person; programs send nothing. */
const isOtherSite = (site: string | string[] | undefined) => site === "cross-site" || site === "same-site";

/** Files have signed addresses, which any page may show as images. */
const isSigned = (path: string) => path.startsWith("/attachments/");

/** The hosts that a request names: a proxy's absolute form counts too. With two headers, an unusable one. */
function hostsIn({ headersDistinct, url = "/" }: IncomingMessage): string[] {
  const target = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1];
  const [host = "", ...more] = headersDistinct["host"] ?? [];
  return [more.length > 0 ? "" : host, ...(target === undefined ? [] : [target])];
}

/** The name or address in `name`, `name:port` or `[address]:port`; undefined if it is malformed, for example if it has only dots. */
function nameIn(host: string): string | undefined {
  if (!/^(\[[\da-f:.]+\]|\.*[\w-][\w.-]*)(:\d*)?$/i.test(host)) return undefined;
  const parsed = URL.parse(`http://${host}`);
  return parsed ? plainName(parsed.hostname) : undefined;
}

/** In lower case, as `URL` gives it, without the brackets of IPv6 and the dot that may end a name. */
const plainName = (hostname: string) => hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
