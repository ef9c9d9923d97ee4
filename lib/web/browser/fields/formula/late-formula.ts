/* The editor of formulas brings the compiler: it is loaded with the first formula that is opened. */
import { showLate } from "../../late.tsx";

export const LateFormula = showLate(async () => (await import("./formula-options.tsx")).FormulaOptions);
