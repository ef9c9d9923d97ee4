/* Both cells of a move, as they were named. */
import { StartError } from "#lib/local/process/start-error";
import { formatKey, ownFormat } from "#lib/store/format/format";
import type { AccessGiven } from "../../ask-aws.ts";
import type { Sides } from "../copy.ts";
import { getOne } from "../wire.ts";
import type { Cell } from "./cell.ts";

/** A data folder, or a stack with what finds it. */
export type CellGiven = { folder: string } | (AccessGiven & { stack: string });

export interface Reaching {
  from: CellGiven;
  to: CellGiven;
}

/** Throws a StartError if one cannot be reached, if they are the same, or if they are of different versions. */
export async function reachBoth({ from, to }: Reaching): Promise<Sides> {
  const source = await reach(from);
  const target = await reach(to);
  if (source.id === target.id) throw new StartError(`the source and the target are the same: ${source.name}`);
  if (source.origin === target.origin)
    throw new StartError(
      `both cells have the address ${source.origin}: set GRIDLESS_ORIGIN, or domainName, of one of them`,
    );
  await refuseOtherVersions({ source, target });
  return { source, target };
}

async function reach(given: CellGiven): Promise<Cell> {
  if ("folder" in given) return (await import("./folder-cell.ts")).reachFolder(given.folder);
  const { stack, ...access } = given;
  return (await import("./stack-cell.ts")).reachStack(stack, access);
}

/** An item is copied as it is, so what writes it and what reads it must be of one format; and this command knows the items of its own. */
export async function refuseOtherVersions({ source, target }: Sides): Promise<void> {
  const formats = await Promise.all(
    [source, target].map(async (cell) => ({ cell, format: await readFormat(cell) })),
  );
  for (const { cell, format } of formats)
    if (format === undefined)
      throw new StartError(
        `${cell.name} has not said its format yet: a stack says it within five minutes after it was deployed`,
      );
  const [one, other] = formats;
  if (one?.format !== other?.format)
    throw new StartError(
      `the stores have different formats: ${one?.format} in ${source.name}, ${other?.format} in ${target.name}; run the same version of Gridless in both`,
    );
  if (Number(one?.format) !== ownFormat.format)
    throw new StartError(
      `the stores have the format ${one?.format}, and this command is of a version with the format ${ownFormat.format}: run it from the version that the cells run`,
    );
}

async function readFormat(cell: Cell): Promise<string | undefined> {
  const item = await getOne(cell, formatKey);
  return item?.["format"]?.N;
}
