/*
 * Lists as text: items with ", " between them. One that holds a comma stands in quotes, quotes inside doubled, as CSV
 * does it; so does one that begins with a quote, or reading it back would take that for ours.
 */

export const joinList = (items: string[]): string =>
  items.map((item) => (/^"|,/.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join(", ");

/** The items of a list, trimmed, without empty ones. One pass: a regular expression would take quadratic time on hostile quotes. */
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
