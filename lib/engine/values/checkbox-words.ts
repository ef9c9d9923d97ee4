/* The words that check a box, and those that leave it unchecked: as people write them, and as spreadsheet programs export them. */

import { toPlainWidth } from "./column-reading.ts";

const checked = [
  ...["true", "yes", "y", "1", "x", "on", "checked", "✓", "✔", "✅", "☑", "☒", "t"],
  ...[
    "wahr",
    "ja",
    "vrai",
    "oui",
    "verdadero",
    "sí",
    "si",
    "vero",
    "sì",
    "verdadeiro",
    "sim",
    "waar",
    "tak",
    "prawda",
  ],
  ...["ano", "да", "истина", "是", "はい", "예"],
];
const unchecked = [
  ...["false", "no", "n", "0", "off", "unchecked", "☐", "✗", "✘", "❌", "f"],
  ...["falsch", "nein", "faux", "non", "falso", "não", "nao", "onwaar", "nee", "nie", "fałsz"],
  ...["ne", "нет", "ложь", "否", "いいえ", "아니요"],
];
const words = new Map([
  ...checked.map((word) => [word, true] as const),
  ...unchecked.map((word) => [word, false] as const),
]);

/** Whether the text says that a box is checked; undefined for other texts. */
export const readCheckbox = (text: string): boolean | undefined =>
  text.length > 50
    ? undefined
    : words.get(
        toPlainWidth(text)
          .normalize("NFC")
          .trim()
          .replace(/\ufe0f$/, "")
          .toLowerCase(),
      );
