/*
 * The answer to a path or method that no endpoint has: 404, 405 with the methods of the path, or 308 to the path without the slash at its
 * end. The routes come from the OpenAPI document.
 */
import { AppError } from "#lib/schemas/basics/error";
import type { Event } from "../call.ts";
import { type DocumentedPath, readPaths } from "../document.ts";
import { decodeFully, namesIn, withoutSlash } from "../route-names.ts";

/** Gives the error to throw or show. */
export async function unknownRoute(event: Event): Promise<AppError> {
  const { method } = event.requestContext.http;
  const path = event.rawPath;
  const plain = withoutSlash(path);
  const known = (await readPaths()).filter(({ template }) => namesIn(template, plain) !== undefined);
  const methods = methodsOf(known);

  if (methods.length === 0)
    return new AppError("not_found", `No such route: ${method} ${path}. The routes are listed at /docs`);
  if (!methods.includes(method))
    return new AppError(
      "method_not_allowed",
      `${plain} does not allow ${method}; use ${methods.join(", ")}`,
      {
        headers: { allow: methods.join(", ") },
      },
    );
  const encoded = plain.split("/").map((segment) => encodeURIComponent(decodeFully(segment)));
  const location = encoded.join("/") + (event.rawQueryString && `?${event.rawQueryString}`);
  return new AppError("permanent_redirect", `Moved to ${plain}`, { headers: { location } });
}

/** The methods of a path. The route of a GET takes all that more literal paths do not take (head.ts), so no other path comes after it. */
function methodsOf(known: DocumentedPath[]): string[] {
  const sorted = known.toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
  const withGet = sorted.findIndex(({ methods }) => methods.includes("GET"));
  const reached = withGet < 0 ? sorted : sorted.slice(0, withGet + 1);
  const methods = new Set(reached.flatMap(({ methods }) => methods));
  return [...methods, ...(methods.has("GET") ? ["HEAD"] : [])];
}

/** `0101`: which segments are names. */
const rankOf = ({ template }: DocumentedPath) =>
  template
    .split("/")
    .map((segment) => Number(segment.startsWith("{")))
    .join("");
