/* npm run admin -- move-space, by its options. */
import { StartError, UsageError } from "#lib/local/process/start-error";
import { SpaceId } from "#lib/schemas/basics/ids";
import type { CellGiven } from "./cells/reach.ts";
import { moveSpace } from "./move-space.ts";
import { removeMoved } from "./remove-moved.ts";
import { takeBack } from "./take-back.ts";

/** As they were typed. */
interface Options {
  space: string;
  from: string | undefined;
  to: string | undefined;
  "from-stack": string | undefined;
  "to-stack": string | undefined;
  "from-region": string | undefined;
  "to-region": string | undefined;
  "from-profile": string | undefined;
  "to-profile": string | undefined;
  cancel: boolean;
  remove: boolean;
  early: boolean;
}

/** Throws a StartError with what a person must put right. */
export async function runMove({ space, cancel, remove, early, ...options }: Options): Promise<void> {
  if (!SpaceId.safeParse(space).success)
    throw new UsageError(`--space must be the id of a space, not ${JSON.stringify(space)}`);
  if (cancel && remove)
    throw new UsageError("--cancel takes a move back, --remove ends one: give one of them");
  if (early && !remove) throw new UsageError("--early is for --remove");
  const asked = { spaceId: space, from: readCell("from", options), to: readCell("to", options) };
  // files are for this user alone
  process.umask(0o077);
  process.once("SIGINT", () => {
    console.error("stopped; the same command goes on, and --cancel takes the move back");
    process.exit(130);
  });
  try {
    if (cancel) await takeBack(asked);
    else if (remove) await removeMoved({ ...asked, early });
    else await moveSpace(asked);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `the move stopped: ${(error as Error).message}\nThe same command goes on, and --cancel takes it back`,
      { cause: error },
    );
  }
}

/** A data folder or a stack. Throws UsageError for none and for both. */
function readCell(side: "from" | "to", options: Partial<Options>): CellGiven {
  const folder = options[side];
  const stack = options[`${side}-stack`];
  const region = options[`${side}-region`];
  const profile = options[`${side}-profile`];
  if (folder !== undefined && stack !== undefined)
    throw new UsageError(`--${side} is a data folder, and --${side}-stack a stack: give one of them`);
  if (stack !== undefined) return { stack, region, profile };
  if (region !== undefined || profile !== undefined)
    throw new UsageError(`--${side}-region and --${side}-profile are for --${side}-stack`);
  if (folder !== undefined) return { folder };
  throw new UsageError(
    `Missing option: --${side} <folder> or --${side}-stack <name>. npm run admin -- --help shows what it takes`,
  );
}
