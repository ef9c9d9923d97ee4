/*
 * Compares the imports of the source files with the ordered table of folders in docs/architecture.md.
 *
 *   upward       a folder may import only folders above it in the table
 *   area         if its row names areas, only these
 *   one another  no file under functions/ may import another
 *   cycle        no file may import itself through others
 */
import path from "node:path";

/** The texts of files by their paths, relative to the project's folder and with `/`. */
export type Sources = ReadonlyMap<string, string>;

export interface Room {
  folder: string;
  /** The areas that it may import; empty: all. */
  only: readonly string[];
}

/** The rows of the table, from the top. */
export const roomsIn = (architecture: string): Room[] =>
  [...architecture.matchAll(/^\| `([^`]+)`\s*\|([^|]*)\|/gm)].map(([, folder = "", only = ""]) => ({
    folder,
    only: only.split(",").flatMap((area) => area.trim() || []),
  }));

/** Every import of one file by another: type imports, `import()`, relative paths and `#lib/…` alike. */
export function importsIn(sources: Sources): [from: string, to: string][] {
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([.#][^"]+)"/g)].flatMap(([, specifier = ""]) => {
      const to = specifier.startsWith("#")
        ? `${specifier.slice(1)}.ts`
        : path.posix.join(path.posix.dirname(file), specifier);
      return sources.has(to) ? [[file, to] as [string, string]] : [];
    }),
  );
}

/** A line for each import that the table forbids, and for each file that is in no folder of the table. */
export function forbiddenImports(sources: Sources, rooms: readonly Room[]): string[] {
  const homeless = [...sources.keys()].filter((file) => roomOf(file, rooms) === -1);
  const wrong = importsIn(sources).flatMap(([from, to]) => {
    const [mine, theirs] = [roomOf(from, rooms), roomOf(to, rooms)];
    const fault = faultOf(from, to, rooms[mine], mine - theirs);
    return fault ? [`${from} → ${to}: ${fault}`] : [];
  });
  return [...homeless.map((file) => `${file}: in no folder of the table`), ...wrong];
}

function faultOf(from: string, to: string, room: Room | undefined, below: number): string | undefined {
  if (areaOf(from) === "functions" && areaOf(to) === "functions") return "endpoints never import one another";
  if (below < 0) return "imports a folder below its own";
  if (below > 0 && room && room.only.length > 0 && !room.only.includes(areaOf(to)))
    return `may import only ${room.only.join(", ")}`;
  return undefined;
}

/** The row of the innermost folder that holds the file; -1 if there is none. */
function roomOf(file: string, rooms: readonly Room[]): number {
  const depths = rooms.map(({ folder }) =>
    file === folder || file.startsWith(`${folder}/`) ? folder.length : 0,
  );
  const deepest = Math.max(...depths);
  return deepest === 0 ? -1 : depths.indexOf(deepest);
}

/** The area of `lib/data/records/scan.ts` is `data`, that of `functions/view/get-view.ts` is `functions`. */
const areaOf = (file: string) => /^(?:lib\/)?([\w-]+)/.exec(file)?.[1] ?? "";

/** A line for each cycle of imports, with all its files. */
export function cyclesIn(sources: Sources): string[] {
  const next = Map.groupBy(importsIn(sources), ([from]) => from);
  const state = new Map<string, "open" | "done">();
  const cycles: string[] = [];
  function visit(file: string, way: string[]) {
    if (state.get(file) === "open") cycles.push([...way.slice(way.indexOf(file)), file].join(" → "));
    if (state.has(file)) return;
    state.set(file, "open");
    for (const [, to] of next.get(file) ?? []) visit(to, [...way, file]);
    state.set(file, "done");
  }
  for (const file of sources.keys()) visit(file, []);
  return cycles;
}

/** Folders with more files than a reader can survey at a glance. */
export function crowdedFolders(files: Iterable<string>, most = 25): string[] {
  const folders = Map.groupBy(files, (file) => path.posix.dirname(file));
  return [...folders].filter(([, held]) => held.length > most).map(([folder]) => folder);
}
