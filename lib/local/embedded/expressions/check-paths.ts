/* Refuses paths of one expression that overlap or contradict each other, and paths into key attributes. */
import { ValidationError } from "../errors.ts";
import { showPath } from "./check-condition.ts";
import type { Node, Path } from "./syntax.ts";

/**
 * Refuses a path that is the beginning of another, because a value would be written or shown twice; and two paths of which one has an index
 * where the other has a name, because no item fits both.
 */
export function checkOverlaps(paths: Path[]): void {
  if (paths.length > 1 && !haveDistinctHeads(paths))
    paths.forEach((path, i) => {
      for (const earlier of paths.slice(0, i)) checkPair(earlier, path);
    });
}

const haveDistinctHeads = (paths: Path[]) => new Set(paths.map(([head]) => head)).size === paths.length;

function checkPair(one: Path, two: Path): void {
  const length = Math.min(one.length, two.length);
  let same = 0;
  while (same < length && one[same] === two[same]) same++;
  const shown = `must remove or rewrite one of these paths; path one: ${showPath(one)}, path two: ${showPath(two)}`;
  if (same === length) throw new ValidationError(`Two document paths overlap with each other; ${shown}`);
  if (typeof one[same] !== typeof two[same])
    throw new ValidationError(`Two document paths conflict with each other; ${shown}`);
}

export function checkKeyPaths(paths: Path[], keys: readonly string[]): void {
  for (const path of paths)
    if (path.length > 1 && keys.includes(path[0] as string))
      throw new ValidationError(
        `Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: ${path[0]}`,
      );
}

export function pathsIn(node: Node): Path[] {
  if (node.kind === "path") return [node.path];
  return node.kind === "value" ? [] : node.operands.flatMap(pathsIn);
}
