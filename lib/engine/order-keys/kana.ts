/* Kana: katakana and small kana count as other forms of hiragana. */

const smallKana = new Map<string, string>(
  ["ぁあ", "ぃい", "ぅう", "ぇえ", "ぉお", "っつ", "ゃや", "ゅゆ", "ょよ", "ゎわ", "ゕか", "ゖけ"].map(
    ([small = "", large = ""]) => [small, large],
  ),
);

/** The large hiragana for a kana, and its form: 0 if it is the hiragana itself; `undefined` for other characters. */
export function readKana(c: string): { hiragana: string; form: number } | undefined {
  if (c < "ぁ" || c > "ヶ") return undefined;
  const isKatakana = c >= "ァ";
  const hiragana = isKatakana ? String.fromCharCode(c.charCodeAt(0) - 0x60) : c;
  const large = smallKana.get(hiragana);
  if (isKatakana) return { hiragana: large ?? hiragana, form: large ? 9 : 8 };
  return { hiragana: large ?? hiragana, form: large ? 5 : 0 };
}
