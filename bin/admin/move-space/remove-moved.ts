/* move-space --remove: what the source still has of a space that was moved is cleared, as a deleted space is. */
import { findKept } from "#lib/data/spaces/spaces";
import { removeSpace } from "#lib/data/trash/remove-space";
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import type { SpaceId } from "#lib/schemas/basics/ids";
import { msPerDay } from "#lib/schemas/basics/time-units";
import { reachBoth } from "./cells/reach.ts";
import { readMark } from "./marks.ts";
import type { Asked } from "./move-space.ts";
import { findPlace } from "./place.ts";
import { forget } from "./take-back.ts";
import { getOne } from "./wire.ts";

const daysKept = 7;

/** Throws a StartError if the space was not moved there, or if that was less than a week ago, unless it is to be removed early. */
export async function removeMoved({
  spaceId,
  early,
  ...reaching
}: Asked & { early: boolean }): Promise<void> {
  const { source, target } = await reachBoth(reaching);
  const [mark, place, there] = await Promise.all([
    readMark(source, spaceId),
    findPlace(target, spaceId),
    getOne(target, { pk: `SPACE#${spaceId}`, sk: "SPACE" }),
  ]);
  if (mark?.state !== "moved") throw new StartError(`${source.name} has no space ${spaceId} that was moved`);
  if (!there || place?.at.stage !== "done" || place.at.from !== source.id)
    throw new StartError(`the space ${spaceId} is not in ${target.name}: nothing was removed`);
  const from_ = new Date(Date.parse(mark.time) + daysKept * msPerDay);
  if (!early && Date.now() < from_.getTime())
    throw new StartError(
      `the space was moved on ${mark.time.slice(0, 10)}: it can be removed from ${from_.toISOString().slice(0, 10)} on, or now with --early`,
    );
  source.plugIn();
  const space = await findKept(spaceId as SpaceId);
  if (!space) throw new StartError(`${source.name} has no space ${spaceId}`);
  await removeSpace(space, { userId: space.createdBy, now: new Date().toISOString() });
  await forget(target, spaceId);
  say(
    `what ${source.origin} had of ${spaceId} is being cleared by a job; its former address answers 404 from now on`,
  );
}
