/* Runs all that a field type does, from one object of samples (samples/shared/samples.ts says what each member of it means). */
import { describe } from "vitest";
import { describeContract } from "./description/contract.ts";
import { describeFormula } from "./description/formula.ts";
import { describeInputs } from "./description/inputs.ts";
import { describeOptions } from "./description/options.ts";
import { describeParts } from "./description/parts.ts";
import { describeQueries } from "./description/queries.ts";
import { describeTexts } from "./description/texts.ts";
import { describeValues } from "./description/values.ts";
import type { Samples } from "./samples/index.ts";

export function describeFieldType(type: string, samples: Samples): void {
  describe(type, () => {
    describeParts(type, samples);
    describeContract(type, samples);
    describeOptions(type, samples);
    describeValues(type, samples);
    describeTexts(type, samples);
    describeQueries(type, samples);
    describeInputs(type, samples);
    describeFormula(type, samples);
  });
}
