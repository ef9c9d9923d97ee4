import { expect, test } from "vitest";
import { sheet } from "./support.ts";

test("200: copies texts and the fields of their columns", async () => {
  const { copy } = await sheet(["a, b", 'say "x"']);
  const { body } = await copy({
    ranges: [
      [0, 0],
      [1, 1],
    ],
  });
  expect(body.content).toBe('a, b\t0\n"say ""x"""\t1');
  expect(body.header.map(({ name }: { name: string }) => name)).toEqual(["Name", "Count"]);
});
