/*
 * Lists as text: items separated by ", ". As in CSV, an item with a comma is quoted and quotes inside are doubled. An item that
 * begins with a quote is quoted too, because reading it back would remove that quote.
 */

export const joinList = (items: string[]): string =>
  items.map((item) => (/^"|,/.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join(", ");

/** The trimmed items of a list, without empty ones. One pass: a regular expression would take quadratic time on malicious quotes. */
export function splitList(text: string): string[] {
  const items: string[] = [];
  let item = "";
  let isQuoted = false;
  let hasBegun = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (isQuoted && character === '"' && text[i + 1] === '"') item += text.charAt(i++);
    else if (character === '"' && (isQuoted || !hasBegun)) {
      isQuoted = !isQuoted;
      hasBegun = true;
    } else if (character === "," && !isQuoted) {
      items.push(item);
      item = "";
      hasBegun = false;
    } else {
      item += character;
      hasBegun ||= character.trim() !== "";
    }
  }
  return [...items, item].map((each) => each.trim()).filter(Boolean);
}
