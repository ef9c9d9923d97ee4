/* The names in the paths of endpoints, such as {tableId}, and their values in the path of a request. */

/** API Gateway decodes all of a path except `%25`. */
export const decodeFully = (decoded: string) => decoded.replaceAll("%25", "%");

/** The path without one slash at its end; `/` stays. */
export const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, "");

/** Whether a route catches all paths below its own, of which only those with a slash at the end are answered. */
export const isGreedy = (template: string) => template.endsWith("{proxy+}");

/** Whether a route gives its handler all paths below its own. */
export const takesBelow = (template: string) => template.endsWith("{below+}");

/** The names in the braces of a path's template, from left to right. */
export const namesOf = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

const places = ["spaceId", "baseId", "tableId"];
/** Whether a name in a path names a space, base or table. */
export const isPlace = (name: string): boolean => places.includes(name);

/** The names that a request is about, outermost first: names that `placeIn` gave, then names in the path. */
export const namesFor = (template: string, names: Record<string, string>): string[] => {
  const inPath = namesOf(template);
  return [...Object.keys(names).filter((name) => isPlace(name) && !inPath.includes(name)), ...inPath];
};

/** The values of the names in a path's template, or `undefined` if the path does not match it. */
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
