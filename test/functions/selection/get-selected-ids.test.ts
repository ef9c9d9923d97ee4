import { expect, test } from "vitest";
import { sheet } from "./support.ts";

test("200: the ids of rows and columns, in their order; what is beyond the end is left out", async () => {
  const { ids, recordIds, fieldIds } = await sheet();
  const all = await ids({
    ranges: [
      [2, 9],
      [1, 2],
    ],
    returnType: "all",
  });
  expect(all.body).toEqual({ recordIds: recordIds.slice(2), fieldIds: fieldIds.slice(1, 3) });
  expect(
    (
      await ids({
        ranges: [
          [3, 3],
          [0, 1],
        ],
        type: "rows",
        returnType: "recordId",
      })
    ).body,
  ).toEqual({
    recordIds: [recordIds[0], recordIds[1], recordIds[3]],
  });
  expect((await ids({ ranges: [[1, 1]], type: "columns", returnType: "fieldId" })).body).toEqual({
    fieldIds: [fieldIds[1]],
  });
  const orderBy = [{ fieldId: "Name", order: "desc" }];
  expect(
    (
      await ids({
        ranges: [
          [0, 0],
          [0, 0],
        ],
        orderBy,
        returnType: "recordId",
      })
    ).body,
  ).toEqual({
    recordIds: [recordIds[3]],
  });
});
