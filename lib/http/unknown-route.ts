/*
 * What to say on a path that no endpoint has: which methods a path knows, or where the path without its last slash is.
 * The routes come from the OpenAPI document, made from the endpoints when they are built.
 */
import { AppError } from "#lib/schemas/basics/error";
import type { Event } from "./call.ts";
import { readDocument } from "./document.ts";

export async function unknownRoute(event: Event): Promise<AppError> {
  const { method } = event.requestContext.http;
  const path = event.rawPath;
  const plain = withoutSlash(path);
  const { paths } = await readDocument();
  const known = Object.entries(paths).filter(([template]) => namesIn(template, plain) !== undefined);
  const methods = [...new Set(known.flatMap(([, operations]) => Object.keys(operations)))].map((name) =>
    name.toUpperCase(),
  );

  if (methods.length === 0)
    return new AppError("not_found", `There is nothing at ${method} ${path}; all there is stands in /docs`);
  if (!methods.includes(method))
    return new AppError("method_not_allowed", `${method} is not for ${plain}; use ${methods.join(", ")}`, {
      headers: { allow: methods.join(", ") },
    });
  const encoded = plain.split("/").map((segment) => encodeURIComponent(decodeFully(segment)));
  const location = encoded.join("/") + (event.rawQueryString && `?${event.rawQueryString}`);
  return new AppError("permanent_redirect", `Moved to ${plain}`, { headers: { location } });
}

/** API Gateway decodes paths but for one sequence. */
export const decodeFully = (decoded: string) => decoded.replaceAll("%25", "%");

/** The path without one slash at its end, unless it is all there is. */
export const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, "");

/** The names in the braces of a path's template, from left to right. */
export const namesOf = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

const places = ["spaceId", "baseId", "tableId"];
export const isPlace = (name: string): boolean => places.includes(name);

/** What a request is about, the outermost first: what the path names, or else a place that is known besides. */
export const namesFor = (template: string, names: Record<string, string>): string[] => {
  const inPath = namesOf(template);
  return [...Object.keys(names).filter((name) => isPlace(name) && !inPath.includes(name)), ...inPath];
};

/** The names of a path's template with what stands in their places, or undefined if the path is another. */
export function namesIn(template: string, path: string): Record<string, string> | undefined {
  const wanted = template.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return undefined;
  const names: Record<string, string> = {};
  for (const [i, segment] of wanted.entries()) {
    const value = given[i] ?? "";
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name && value) names[name] = value;
    else if (segment !== value) return undefined;
  }
  return names;
}
