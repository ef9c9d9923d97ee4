/* How a person is marked where others see them: by a colour, and by the first letters of the name. */

/** The colour of a person: always the same one, dark enough for white letters. */
export function colorOfPerson(userId: string): string {
  let sum = 0;
  for (const letter of userId) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return `hsl(${sum} 60% 28%)`;
}

/** At most two letters of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ""] = words;
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  return [first, last]
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();
}
