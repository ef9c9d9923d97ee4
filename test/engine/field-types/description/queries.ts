/* Filters, orders and statistics of a type, against the plain model. */
import { describe, expect, test } from "vitest";
import { operatorsOf as operatorsOfFamily } from "#lib/engine/field-types/shared/operators";
import { typeOf } from "#lib/engine/fields/field";
import { compareFilters, compareOrders, compareStatistics } from "#test/engine/support/against-model";
import { toField } from "#test/engine/support/tables";
import { functionsOf, operatorsOf } from "#test/support/plain-model/plain-families";
import type { Samples } from "../samples/index.ts";

export function describeQueries(name: string, samples: Samples): void {
  for (const variant of samples.variants ?? []) {
    const field = toField(name, variant);
    const { family, statistics } = typeOf(field);

    describe(`the variant ${field.name}, of the plain family ${variant.plain}`, () => {
      test("has the operators and statistics of its plain family", () => {
        const operators: readonly string[] = operatorsOfFamily[family(field.options)];
        expect({
          operators: operators.toSorted(),
          statistics: statistics(field.options).toSorted(),
        }).toEqual({ operators: operatorsOf(field).toSorted(), statistics: functionsOf(field).toSorted() });
      });

      test("its options are options", () => {
        expect(typeOf(field).options.parse(field.options)).toEqual(field.options);
      });

      test("each operator and value matches the records of the model", () => compareFilters(field));

      if (variant.plain !== "none")
        test("its order keys sort as the model does, both ways", () => compareOrders(field));

      test("each statistic counts what the model counts", () => compareStatistics(field));
    });
  }
}
