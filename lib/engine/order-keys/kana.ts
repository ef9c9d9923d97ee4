/* Kana: katakana are hiragana in another form, and so are small ones. */

const smallKana = new Map<string, string>(
  ["ぁあ", "ぃい", "ぅう", "ぇえ", "ぉお", "っつ", "ゃや", "ゅゆ", "ょよ", "ゎわ", "ゕか", "ゖけ"].map(
    ([small = "", large = ""]) => [small, large],
  ),
);

/** The large hiragana of a kana, and the weight of its form; `undefined` for other characters. */
export function readKana(c: string): { hiragana: string; form: string } | undefined {
  if (c < "ぁ" || c > "ヶ") return undefined;
  const code = c.charCodeAt(0);
  const isKatakana = c >= "ァ";
  const hiragana = isKatakana ? String.fromCharCode(code - 0x60) : c;
  const large = smallKana.get(hiragana);
  if (isKatakana) return { hiragana: large ?? hiragana, form: large ? "\x09" : "\x08" };
  return { hiragana: large ?? hiragana, form: large ? "\x05" : "" };
}
