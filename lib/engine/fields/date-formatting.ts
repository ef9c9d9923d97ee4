import { DateFormatting, initialDateFormatting } from "#lib/engine/values/dates";
import type { Field } from "./field.ts";

/** How a field shows its dates; a field without such options as a new date field does. */
export function dateFormattingOf({ options }: Pick<Field, "options">): DateFormatting {
  const found: unknown = typeof options === "object" && options && Reflect.get(options, "formatting");
  return DateFormatting.safeParse(found).data ?? initialDateFormatting();
}
