/* Kana: katakana are hiragana in another form, and so are small ones. */

const smallKana = new Map<string, string>(
  ["ぁあ", "ぃい", "ぅう", "ぇえ", "ぉお", "っつ", "ゃや", "ゅゆ", "ょよ", "ゎわ", "ゕか", "ゖけ"].map(
    ([small = "", large = ""]) => [small, large],
  ),
);

/** The large hiragana of a kana, and its form: 0 for the same; `undefined` for other characters. */
export function readKana(c: string): { hiragana: string; form: number } | undefined {
  if (c < "ぁ" || c > "ヶ") return undefined;
  const isKatakana = c >= "ァ";
  const hiragana = isKatakana ? String.fromCharCode(c.charCodeAt(0) - 0x60) : c;
  const large = smallKana.get(hiragana);
  if (isKatakana) return { hiragana: large ?? hiragana, form: large ? 9 : 8 };
  return { hiragana: large ?? hiragana, form: large ? 5 : 0 };
}
