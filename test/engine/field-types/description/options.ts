/* Options of a type: what is stored can be sent again. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Samples } from "../samples/index.ts";
import { typeNamed } from "../support.ts";

/** Stored options of the type, from options as sent. */
export const storedOptions = (name: string, { options }: Samples): fc.Arbitrary<unknown> =>
  options.map((sent) => {
    const { data, error } = typeNamed(name).options.safeParse(sent);
    if (error)
      throw new Error(`${name}: the sample options ${JSON.stringify(sent)} are refused: ${error.message}`);
    return data;
  });

/** The options of a field that is created without any, or with as few as its type allows. */
export const initialOptions = (name: string, samples: Samples): unknown =>
  typeNamed(name).needsOptions
    ? fc.sample(storedOptions(name, samples), 1)[0]
    : typeNamed(name).initialOptions();

export function describeOptions(name: string, samples: Samples): void {
  const type = typeNamed(name);
  const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));

  test("stored options are options", () => {
    fc.assert(
      fc.property(storedOptions(name, samples), (stored) => {
        expect(type.options.parse(stored)).toEqual(stored);
        expect(type.options.parse(asJson(stored))).toEqual(asJson(stored));
      }),
      { numRuns: 200 },
    );
    const initial = initialOptions(name, samples);
    expect(type.options.parse(initial)).toEqual(initial);
  });

  test("an unknown option is an error that names it", () => {
    const sent = { ...(initialOptions(name, samples) as object), colour: "red" };
    const { error } = type.options.safeParse(sent);
    expect(error?.issues).toMatchObject([{ code: "unrecognized_keys", keys: ["colour"] }]);
  });
}
