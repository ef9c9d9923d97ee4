/** Of no country's language, so that an order does not depend on where it is made. One for all: making one takes long. */
const collator = new Intl.Collator("en");

/** As in a dictionary: case and accents count among texts that are alike otherwise. Different texts are never equal. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return collator.compare(a, b) || (a < b ? -1 : 1);
}
