/*
 * Lists as text: one writer and one reader for choices, people, links and files. As in CSV, an item is quoted, with quotes inside doubled,
 * if reading it back would otherwise give something else: because of a comma, a quote at its start, white space at its ends, or because it
 * is empty.
 *
 *   ["Smith, John", "Ann"]  ──joinList──▶  "Smith, John", Ann  ──splitList──▶  ["Smith, John", "Ann"]
 */

const needsQuotes = (item: string) => /^"|,/.test(item) || item === "" || item !== item.trim();

/** An item in quotes, whatever it contains. */
const quoteItem = (item: string): string => `"${item.replaceAll('"', '""')}"`;

/** `isTaken`: whether a text has a meaning other than the list. Then all items are quoted, so that it can only mean the list. */
export function joinList(
  items: readonly string[],
  separator = ", ",
  isTaken: (text: string) => boolean = () => false,
): string {
  const text = items.map((item) => (needsQuotes(item) ? quoteItem(item) : item)).join(separator);
  return items.length > 1 && isTaken(text) ? items.map(quoteItem).join(separator) : text;
}

/**
 * The items of a list: quoted items exactly as they were, others without white space at their ends. Two commas in a row give no item. It is
 * one pass, because a regular expression would take quadratic time on malicious quotes.
 */
export function splitList(text: string): string[] {
  const items: string[] = [];
  let item = "";
  let hasBegun = false;
  let isQuoted = false;
  /** How much of the item was quoted; undefined for an item without quotes. */
  let exact: number | undefined;
  const end = () => {
    const read = exact === undefined ? item.trim() : item.slice(0, exact) + item.slice(exact).trimEnd();
    if (read !== "" || exact !== undefined) items.push(read);
    item = "";
    hasBegun = false;
    exact = undefined;
  };
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (isQuoted && character === '"' && text[i + 1] === '"') item += text.charAt(i++);
    else if (isQuoted && character === '"') {
      isQuoted = false;
      exact = item.length;
    } else if (character === '"' && !hasBegun) {
      isQuoted = hasBegun = true;
      item = "";
    } else if (character === "," && !isQuoted) end();
    else {
      item += character;
      hasBegun ||= character.trim() !== "";
    }
  }
  // if a quote is not closed, the rest is the item, as a person would mean it
  end();
  return items;
}

/** The text of a single item, if the whole text is that item in quotes. A quote that is not closed belongs to the text. */
export function unquoted(text: string): string | undefined {
  if (!text.trimStart().startsWith('"')) return undefined;
  const [item, ...others] = splitList(text);
  return item !== undefined && others.length === 0 && quoteItem(item) === text.trim() ? item : undefined;
}
