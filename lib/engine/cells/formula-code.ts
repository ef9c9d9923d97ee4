/* The code that runs formulas. Most tables have no formula, so it is loaded with the first schema that has one (connect-fields.ts). */

let loaded: typeof import("./formula-cells.ts") | undefined;

export async function loadFormulas() {
  loaded ??= await import("./formula-cells.ts");
  return loaded;
}

/** Throws for a process in which no formula was connected. */
export function formulaCode() {
  if (!loaded) throw new Error("a formula is read of fields that are not connected");
  return loaded;
}
