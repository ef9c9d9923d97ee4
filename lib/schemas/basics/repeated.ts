/* Lists without repeated elements. Every repeated element is reported, the first one too. */
import type * as z from "zod";

/** A zod check of a list, or of one member of its elements. `at` is the path of the list in the parsed value. */
export const refuseRepeated =
  (member?: string, at: PropertyKey[] = []) =>
  (list: readonly unknown[], context: z.RefinementCtx): void => {
    const compared = (element: unknown) =>
      member === undefined ? element : Reflect.get(element as object, member);
    const places = Map.groupBy(list.keys(), (i) => compared(list[i]));
    for (const [value, indexes] of places) {
      if (value === undefined || indexes.length < 2) continue;
      for (const i of indexes)
        context.addIssue({
          code: "custom",
          path: [...at, i, ...(member === undefined ? [] : [member])],
          message: "must not repeat",
        });
    }
  };
