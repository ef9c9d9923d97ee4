/** From here on there are marks that may stand behind a letter or be part of it, and the sigma that has two small forms. */
const manyForms = /[\u0300-\uffff]/;

/** Text as it is compared where case does not count: what looks the same is the same, however it was typed. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return manyForms.test(lower) ? lower.normalize("NFC").replaceAll("ς", "σ") : lower;
}
