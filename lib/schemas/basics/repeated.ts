/* Elements of a list that must differ: all that are the same are named, not only the later ones. */
import type * as z from "zod";

/** A check of a list, or of one member of its elements; `at` is where the list stands. */
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
          message: "is there twice or more often",
        });
    }
  };
