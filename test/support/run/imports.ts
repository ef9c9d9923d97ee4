/*
 * The imports of the source files, held against the ordered table of folders in docs/architecture.md.
 *
 *   upward       a folder imports only folders above it in the table
 *   area         where its row names areas, only those
 *   one another  no file under functions/ imports another
 *   cycle        no file imports itself by way of others
 */
import path from "node:path";

/** Paths from the project's folder, with `/`, and what is in each file. */
export type Sources = ReadonlyMap<string, string>;

export interface Room {
  folder: string;
  /** Areas that it may import; all if the table names none. */
  only: readonly string[];
}

/** The rows of the table, top first. */
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

/** A line for each import that the table forbids, and for each file that stands in no room. */
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

/** `lib/data/records/scan.ts` is of the area `data`, `functions/view/get-view.ts` of `functions`. */
const areaOf = (file: string) => /^(?:lib\/)?([\w-]+)/.exec(file)?.[1] ?? "";

/** Each file that imports itself by way of others, with the way. */
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

/** Folders with more files than a reader takes in at one look. */
export function crowdedFolders(files: Iterable<string>, most = 25): string[] {
  const folders = Map.groupBy(files, (file) => path.posix.dirname(file));
  return [...folders].filter(([, held]) => held.length > most).map(([folder]) => folder);
}
