/*
 * One handler for the pages for people that share a function of Lambda (`group` of a definition). `npm start` calls each page by itself.
 * The bundler writes the module that calls this (lib/stack/bundles/group-entries.ts).
 */
import type { Event } from "#lib/http/call";
import { routeKeysOf } from "#lib/http/head";
import type { Endpoint } from "#lib/http/make-endpoint";
import { failure } from "#lib/http/respond";

/** Gives the handler of a group, from its pages by their operation. */
export function groupPages(pages: Readonly<Record<string, Endpoint>>) {
  const byRoute = new Map(
    Object.entries(pages).flatMap(([operation, page]) =>
      routeKeysOf(page.definition).map((key) => [key, { operation, page }] as const),
    ),
  );
  const answer: (...call: Parameters<Endpoint>) => ReturnType<Endpoint> = async (event, context) => {
    const { routeKey, requestContext } = event;
    // the route of a page takes every method: a form at its address has none of its own (lib/stack/functions/deployed.ts)
    const form = routeKey.replace(/^ANY(?= )/, requestContext.http.method);
    const found = byRoute.get(form) ?? byRoute.get(routeKey);
    // while an update removes a page, its route may last a little longer than its code
    if (!found) return (await import("#lib/http/fallback")).fallback({ notFoundPage })(event, context);
    // an instance answers one request at a time; its log line names the page (log.ts)
    process.env["GRIDLESS_OPERATION"] = found.operation;
    return found.page(event, context);
  };
  return answer;
}

const notFoundPage = (error: Error, { requestContext }: Event) => failure(error, requestContext.requestId);
