/* Every field type, from its samples. Conversions between all of them: test/engine/cells/convert-cells.test.ts. */
import { expect, test } from "vitest";
import { fieldTypeNames } from "#lib/engine/field-types/index";
import { describeFieldType } from "./describe-field-type.ts";
import { fileOf, samplesOf, strayFiles } from "./samples/index.ts";

for (const type of fieldTypeNames) {
  const samples = samplesOf.get(type);
  if (samples) describeFieldType(type, samples);
}

test("each type has samples", () => {
  const missing = fieldTypeNames
    .filter((type) => !samplesOf.has(type))
    .map((type) => `test/engine/field-types/samples/${fileOf(type)}.ts`);
  expect(missing, "write these files: CONTRIBUTING.md, Add a field type, step 2").toEqual([]);
});

test("each file of samples is that of a type", () => {
  expect(strayFiles, "no type in lib/engine/field-types/index.ts has these names").toEqual([]);
});
