/* npm run admin -- move-space, by its options. */
import { StartError, UsageError } from "#lib/local/process/start-error";
import { SpaceId } from "#lib/schemas/basics/ids";
import { moveSpace } from "./move-space.ts";
import { removeMoved } from "./remove-moved.ts";
import { takeBack } from "./take-back.ts";

interface Options {
  space: string;
  from: string;
  to: string;
  cancel: boolean;
  remove: boolean;
  early: boolean;
}

/** Throws a StartError with what a person must put right. */
export async function runMove({ space, from, to, cancel, remove, early }: Options): Promise<void> {
  if (!SpaceId.safeParse(space).success)
    throw new UsageError(`--space must be the id of a space, not ${JSON.stringify(space)}`);
  if (cancel && remove)
    throw new UsageError("--cancel takes a move back, --remove ends one: give one of them");
  if (early && !remove) throw new UsageError("--early is for --remove");
  const asked = { spaceId: space, from, to };
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
