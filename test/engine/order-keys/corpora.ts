/* Random texts of many scripts, in the ways people write them. */
import fc from "fast-check";

const range = (from: string, to: string): string[] => {
  const [first, last] = [from.codePointAt(0) as number, to.codePointAt(0) as number];
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).filter((c) =>
    /\p{Assigned}/u.test(c),
  );
};
const small = range("a", "z");
const capitals = range("A", "Z");
const digits = range("0", "9");
const accents = [..."éèêëàáâäåçñöøüßæœÉÈÀÄÖÜÅÇÑłŁđžŽčšřāő"];
const hiragana = range("ぁ", "ゖ");
const katakana = range("ァ", "ヶ");
const han = range("一", "龥");

/** The characters of each, with the share of pairs that may be in another order than that of ICU. */
export const corpora: Record<string, { characters: string[]; apart?: number }> = {
  latin: { characters: [...small, ...capitals] },
  "few letters and accents": { characters: [..."abcABCeéÉàäç"] },
  "latin with accents": { characters: [...small, ...accents], apart: 0.002 },
  vietnamese: {
    characters: [...small, ..."ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ"],
  },
  "codes with digits and signs": { characters: [...small, ...digits, ..." -_./:#"] },
  punctuation: { characters: [..." -_.,:;!?'\"()[]/&@#%+*<>=|~$£€–—…«»“”’·ab1"], apart: 0.002 },
  cyrillic: { characters: [...range("А", "я"), ..."ёЁіїєґ"] },
  greek: { characters: [...range("α", "ω"), ..."ΑΒΓΔΩάέήίόύώΆΈ"] },
  hebrew: { characters: [...range("א", "ת"), ...range("\u05b0", "\u05bc")] },
  arabic: { characters: [...range("ء", "غ"), ...range("ف", "ي"), ...range("\u064b", "\u0652")] },
  hindi: { characters: [...range("अ", "ह"), ...range("\u093e", "\u094d")] },
  thai: { characters: [...range("ก", "ฮ"), ...range("ะ", "\u0e39")], apart: 0.003 },
  georgian: { characters: range("ა", "ჰ") },
  armenian: { characters: [...range("Ա", "Ֆ"), ...range("ա", "ֆ")] },
  korean: { characters: range("가", "힣") },
  hiragana: { characters: hiragana, apart: 0.03 },
  kana: { characters: [...hiragana, ...katakana], apart: 0.03 },
  japanese: { characters: [...han.slice(0, 3000), ...hiragana, ...katakana], apart: 0.03 },
  chinese: { characters: han, apart: 0.04 },
  emoji: { characters: [..."😀😂🥰👍🎉🚀❤⭐✅🔥🍕🐶a "], apart: 0.06 },
  "wide, raised and circled": { characters: [..."ＡＢａｂ１２¹²①②abAB12"], apart: 0.04 },
};

export const textOf = (characters: string[], most = 8): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: most }).map((all) => all.join(""));

/** Texts of one or two of the scripts. */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.oneof(...Object.values(corpora).map(({ characters }) => textOf(characters))), { maxLength: 2 })
  .map((parts) => parts.join(""));
