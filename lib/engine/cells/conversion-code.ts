/* The code that converts cells. Most tables have no converted field, so it is loaded with the first schema that has one (connect-fields.ts). */

let loaded: typeof import("./convert-cells.ts") | undefined;

export async function loadConversions(): Promise<void> {
  loaded ??= await import("./convert-cells.ts");
}

/** Throws for a process in which no field of a converted type was connected. */
export function conversionCode() {
  if (!loaded) throw new Error("a converted cell is read of fields that are not connected");
  return loaded;
}
