import { expect, test } from "vitest";
import { makeWeights } from "#test/support/order/make-weights";

const file = "../../../lib/engine/order-keys/weights.ts";
/** Another ICU may have another order; the table stays. */
const madeWith = "78.3";

test.runIf(process.versions["icu"] === madeWith)("the table is what ICU says", async () => {
  await expect(makeWeights()).toMatchFileSnapshot(file);
});
