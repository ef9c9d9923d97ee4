import { expect, test } from "vitest";
import { context, picture, typeNamed } from "./support.ts";

test("a visitor of a share sees names without tokens, also in texts of formulas", () => {
  const type = typeNamed("attachment");
  const cell = [{ ...picture, id: "actPict0000000000001", name: "dot.png" }];
  const visiting = { ...context, hidesLinkIds: true as const };
  expect(type.text(cell, {}, context)).toContain(picture.token);
  expect(type.text(cell, {}, visiting)).toBe("dot.png");
  expect(type.elements?.(cell, {}, visiting)).toEqual(["dot.png"]);
});
