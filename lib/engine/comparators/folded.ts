/** Characters from here on may have several forms: combining marks, and the sigma with two small forms. */
const manyForms = /[\u0300-\uffff]/;

/** Text for comparison without case. Texts that look the same are equal, independent of how they were typed. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return manyForms.test(lower) ? lower.normalize("NFC").replaceAll("ς", "σ") : lower;
}
