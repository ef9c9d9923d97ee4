/*
 * Two or three calls on the same records at the same time, each of which stalls before some of its requests to the store. Whatever they
 * answer, both sides agree in the end. GRIDLESS_RACES sets the number of trials of each race.
 */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { idsOf, linked } from "#test/functions/record/links/support";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { findDisagreements } from "#test/support/links/check-links";
import { call } from "#test/support/requests/call";
import { chance } from "#test/support/run/chance";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";
import { calmDown, together } from "./together.ts";

beforeAll(useOwnStore);

const trials = Number(process.env["GRIDLESS_RACES"] ?? 4);
type World = Awaited<ReturnType<typeof linked>>;

const remove = ({ as }: World, { tableId }: World["films"], ...recordIds: string[]) =>
  call(deleteListedRecords, { as, params: { tableId }, body: { recordIds } });

/** Puts some links into a field of this relationship. */
interface Race {
  relationship: string;
  run(world: World, films: string[]): Promise<unknown>;
}

const one = (id: string) => ({ id });
const races: Record<string, Race> = {
  "three take the same target": {
    relationship: "oneOne",
    run: ({ ann, update }, films) => together(...films.map((id) => () => update(id, one(ann)))),
  },
  "three take the same target of many": {
    relationship: "oneMany",
    run: ({ ann, bob, update }, films) =>
      together(...films.map((id, i) => () => update(id, [one(ann), ...(i ? [one(bob)] : [])]))),
  },
  "link while it is deleted": {
    relationship: "manyMany",
    run: (world, [up = "", her = ""]) =>
      together(
        () => world.update(up, [one(world.ann), one(world.bob)]),
        () => world.update(her, [one(world.ann)]),
        () => remove(world, world.people, world.ann),
      ),
  },
  "link one while it is deleted": {
    relationship: "manyOne",
    run: (world, [up = "", her = ""]) =>
      together(
        () => world.update(up, one(world.ann)),
        () => world.update(her, one(world.ann)),
        () => remove(world, world.people, world.ann),
      ),
  },
  "unlink and link": {
    relationship: "manyMany",
    run: ({ ann, bob, update }, [up = ""]) =>
      together(
        () => update(up, [one(ann)]),
        () => update(up, null),
        () => update(up, [one(bob), one(ann)]),
      ),
  },
  "rename while linking": {
    relationship: "manyMany",
    run: (world, [up = "", her = ""]) =>
      together(
        () => world.update(up, [one(world.ann)]),
        () => world.rename(world.people, world.ann, { Name: `A${chance()}` }),
        () => world.rename(world.films, up, { Title: `T${chance()}` }),
        () => world.update(her, [one(world.ann)]),
      ),
  },
  "rename there and back while linking": {
    relationship: "manyOne",
    run: (world, [up = ""]) =>
      together(
        () => world.update(up, one(world.ann)),
        () => world.rename(world.people, world.ann, { Name: "Other" }),
        () => world.rename(world.people, world.ann, { Name: "Ann" }),
      ),
  },
  "both ends are deleted": {
    relationship: "manyMany",
    run: async (world, [up = ""]) => {
      await world.update(up, [one(world.ann)]);
      return together(
        () => remove(world, world.people, world.ann),
        () => remove(world, world.films, up),
      );
    },
  },
  "restore while the target is deleted": {
    relationship: "manyMany",
    run: async (world, [up = ""]) => {
      await world.update(up, [one(world.ann), one(world.bob)]);
      await remove(world, world.people, world.ann);
      await tellNews();
      const [item] = await recordItems(world, world.people.tableId);
      return together(
        () => bringBack(item?.id as string, world),
        () => remove(world, world.films, up),
      );
    },
  },
  "restore while linking": {
    relationship: "oneMany",
    run: async (world, [up = "", her = ""]) => {
      await world.update(up, [one(world.ann), one(world.bob)]);
      await remove(world, world.films, up);
      await tellNews();
      const [item] = await recordItems(world, world.films.tableId);
      return together(
        () => bringBack(item?.id as string, world),
        () => world.update(her, [one(world.ann)]),
        () => world.rename(world.people, world.bob, { Name: "Bobby" }),
      );
    },
  },
  "restore while another takes the target": {
    relationship: "oneOne",
    run: async (world, [up = "", her = ""]) => {
      await world.update(up, one(world.ann));
      await remove(world, world.films, up);
      await tellNews();
      const [item] = await recordItems(world, world.films.tableId);
      return together(
        () => bringBack(item?.id as string, world),
        () => world.update(her, one(world.ann)),
      );
    },
  },
};

describe.each([false, true])("one-way: %s", (isOneWay) => {
  test.each(Object.entries(races))(
    "%s",
    { timeout: 60_000 + trials * 2000 },
    async (_, { relationship, run }) => {
      vi.spyOn(console, "error").mockImplementation(() => {});
      const world = await linked({ relationship, isOneWay });
      const names = Array.from({ length: trials }, (_, i) => i);
      for (const i of names) {
        const films = idsOf(
          await world.make(world.films, [{ Title: `${i}a` }, { Title: `${i}b` }, { Title: `${i}c` }]),
        );
        const [ann, bob] = idsOf(
          await world.make(world.people, [{ Name: `Ann ${i}` }, { Name: `Bob ${i}` }]),
        );
        await run({ ...world, ann, bob }, films);
        await calmDown();
        expect(await findDisagreements([world.films.tableId, world.people.tableId])).toEqual([]);
        // what is checked above stays small
        await remove(world, world.films, ...films);
        await remove(world, world.people, ann, bob);
      }
    },
  );
});
