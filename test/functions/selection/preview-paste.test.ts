import { expect, test } from "vitest";
import { cells, sheet } from "./support.ts";

test("200: a preview gives the cells by field and writes nothing", async () => {
  const { preview, list, fieldIds } = await sheet(["a"]);
  const before = await list();
  const { body } = await preview({ ...cells([0, 0], [2, 0]), content: "z\t3\tlater\n\t4\t" });
  expect(body).toEqual([
    {
      fields: { [fieldIds[0] as string]: "z", [fieldIds[1] as string]: 3, [fieldIds[2] as string]: "later" },
    },
    { fields: { [fieldIds[0] as string]: null, [fieldIds[1] as string]: 4, [fieldIds[2] as string]: null } },
  ]);
  expect(await list()).toEqual(before);
});
