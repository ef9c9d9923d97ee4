/* Records of one table that link to each other, deleted and restored in one call. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import type { TableId } from "#lib/schemas/basics/ids";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { findDisagreements } from "#test/support/links/check-links";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";
import { idsOf, linked } from "./support.ts";

inProcessOnly("the stream's reader runs here");
beforeAll(useOwnStore);

describe.each([true, false])("one-way: %s", (isOneWay) => {
  test.each(["manyMany", "manyOne", "oneMany", "oneOne"])(
    "%s: links among them stay",
    async (relationship) => {
      const { as, films, people, make, rename, cells } = await linked();
      const { tableId } = films;
      const options = { relationship, isOneWay, foreignTableId: tableId };
      const field = { type: "link", name: "Next", options };
      expect((await call(createField, { as, params: { tableId }, body: field })).status).toBe(201);
      const [up, her, alien] = idsOf(
        await make(films, [{ Title: "Up" }, { Title: "Her" }, { Title: "Alien" }]),
      );
      const isMany = relationship.endsWith("Many");
      const next = (...ids: string[]) => ({ Next: isMany ? ids.map((id) => ({ id })) : { id: ids[0] } });
      expect((await rename(films, up, next(her, alien))).status).toBe(200);
      expect((await rename(films, alien, next(up))).status).toBe(200);
      const before = await cells(films);

      const body = { recordIds: [up, her] };
      expect((await call(deleteListedRecords, { as, params: { tableId }, body })).status).toBe(200);
      await tellNews();
      const [item] = await recordItems({ as }, tableId);
      expect((await bringBack(item?.id as string, { as })).status).toBe(201);
      expect(await cells(films)).toEqual(before);
      expect(await findDisagreements([tableId as TableId, people.tableId])).toEqual([]);
    },
  );
});
