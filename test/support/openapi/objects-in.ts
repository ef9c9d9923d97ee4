export type Tree = { [key: string]: Tree };

/** Every object in a part of the OpenAPI document, with its path as in a JSON pointer: the path of an endpoint is one key. */
export function* objectsIn(value: unknown, at = "#"): Generator<[at: string, Tree]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Tree];
  for (const [key, each] of Object.entries(value))
    yield* objectsIn(each, `${at}/${key.replaceAll("/", "~1")}`);
}
