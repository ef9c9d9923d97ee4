/*
 * Makes lib/engine/order-keys/weights.ts: the characters of common scripts in the order of a dictionary, asked of the ICU of the Node
 * that runs this. `npx vitest run test/engine/order-keys/weights.test.ts -u` writes it. Later versions of ICU must not change it: orders
 * that people have seen, cursors and stored keys are made with it.
 */
const byLetter = new Intl.Collator("en", { sensitivity: "base" });
const byMark = new Intl.Collator("en", { sensitivity: "accent" });
const byForm = new Intl.Collator("en");

/** The blocks of the scripts that have places of their own. */
const blocks: [from: number, to: number][] = [
  [0x21, 0x2ff],
  [0x370, 0x52f],
  [0x531, 0x58f],
  [0x5be, 0x6ff],
  [0x900, 0xdff],
  [0xe01, 0xeff],
  [0x10a0, 0x10ff],
  [0x1c90, 0x1cbf],
  [0x1e00, 0x1fff],
  [0x2010, 0x2bff],
  [0x2c60, 0x2c7f],
  [0x3001, 0x30ff],
  [0x3105, 0x312f],
];
/** Characters beside those of ASCII that are common enough for a place of one byte. */
const commonSymbols = "–—‘’“”„«»…·€£°©®§¿¡×";
const alphabet = [..."abcdefghijklmnopqrstuvwxyz"];

const codeOf = (char: string) => char.codePointAt(0) as number;
const isSame = (a: string, b: string) => byLetter.compare(a, b) === 0;
const isCommon = (char: string) => char < "\x7f" || commonSymbols.includes(char);
const isLetter = (char: string) => /[\p{L}\p{M}]/u.test(char) && byLetter.compare(char, "9") > 0;

/** Whether a character is known by what it is made of, so that it needs no place. */
function isDerived(char: string): boolean {
  const code = codeOf(char);
  if (!/\p{Assigned}/u.test(char) || /[\p{C}\p{Z}]/u.test(char)) return true;
  if (/\p{M}/u.test(char) && (code < 0x900 || isSame(`a${char}`, "a"))) return true;
  const apart = char.normalize("NFKD");
  const [first = ""] = apart;
  if (apart !== char && (apart !== char.normalize("NFD") || isSame(char, first) || code < 0x370)) return true;
  const lower = char.toLowerCase();
  return (lower !== char && lower.length === 1) || (/\p{Nd}/u.test(char) && code > 0x39);
}

const known = blocks
  .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))
  .filter((char) => !isDerived(char));

/** The letter or the two letters that a letter is written like: ß like ss. */
function writtenLike(char: string): string | undefined {
  if (!/\p{L}/u.test(char) || alphabet.includes(char)) return undefined;
  const one = alphabet.find((letter) => isSame(letter, char));
  if (one) return one;
  for (const letter of alphabet) {
    const second = alphabet.find((next) => isSame(char, letter + next));
    if (second) return letter + second;
  }
  return undefined;
}

const like = new Map(known.flatMap((char) => (writtenLike(char) ? [[char, writtenLike(char) ?? ""]] : [])));

/** Characters that differ by their forms only, in the order of the letters. */
function groupsOf(chars: string[]): string[][] {
  const groups: string[][] = [];
  for (const char of chars.toSorted((a, b) => byLetter.compare(a, b) || (a < b ? -1 : 1))) {
    const last = groups.at(-1);
    if (last?.[0] && isSame(last[0], char)) last.push(char);
    else groups.push([char]);
  }
  return groups;
}

/** Characters with one space between them; a run of following code points (-), or of every second (=), with its length in base 36. */
function packed(chars: string[]): string {
  const runs: string[] = [];
  for (let i = 0; i < chars.length; ) {
    const [char = "", next] = chars.slice(i, i + 2);
    const step = next !== undefined && codeOf(next) === codeOf(char) + 2 ? 2 : 1;
    let length = 1;
    for (; chars[i + length] && codeOf(chars[i + length] ?? "") === codeOf(char) + length * step; ) length++;
    const isRun = length > 2;
    runs.push(...(isRun ? [`${char}${step === 2 ? "=" : "-"}${length.toString(36)}`] : [char]));
    i += isRun ? length : 1;
  }
  return runs.join(" ");
}

const marks = Array.from({ length: 0x70 }, (_, i) => String.fromCodePoint(0x300 + i))
  .filter((mark) => mark.normalize("NFKD") === mark && byForm.compare(`a${mark}`, "a") > 0)
  .sort((a, b) => byForm.compare(`a${a}`, `a${b}`) || (a < b ? -1 : 1));

const smallKana = "ぁぃぅぇぉっゃゅょゎ";
/** The character of a group that the others are forms of. */
const leadOf = (group: string[]) =>
  group.find((char) => alphabet.includes(char)) ??
  group.find((char) => /[ぁ-ゔ]/u.test(char) && !smallKana.includes(char)) ??
  group.toSorted(byForm.compare)[0] ??
  "";

function weigh() {
  const groups = groupsOf(known.filter((char) => !like.has(char)));
  const signs = groups.filter((group) => !isLetter(group[0] ?? ""));
  const punctuation = signs.filter(([char = ""]) => isCommon(char) && byLetter.compare(char, "0") < 0);
  const symbols = signs.filter(([char = ""]) => !isCommon(char));
  const forms = signs.flatMap((group) =>
    group.flatMap((char) => (char === leadOf(group) ? [] : [[char, leadOf(group)] as const])),
  );
  const afterLatin = alphabet.map(() => "");
  const letters: string[] = [];
  let at = -1;
  for (const group of groups.filter(([char = ""]) => isLetter(char))) {
    const lead = leadOf(group);
    // order-keys/kana.ts knows the forms of kana
    for (const char of group) if (char !== lead && !/[ぁ-ヶ]/u.test(char)) forms.push([char, lead]);
    if (alphabet.includes(lead)) at = alphabet.indexOf(lead);
    else if (at >= 0 && byLetter.compare(lead, "α") < 0) afterLatin[at] += lead;
    else letters.push(lead);
  }
  forms.push(...like);
  const isMarked = ([char, lead]: readonly [string, string]) => byMark.compare(char, lead) !== 0;
  return {
    punctuation: punctuation.map(leadOf),
    symbols: symbols.map(leadOf),
    afterLatin,
    letters,
    forms: forms.filter((form) => !isMarked(form)),
    markedForms: forms.filter(isMarked),
  };
}

/** As our formatter writes it. */
function constant(name: string, about: string, text: string): string {
  const quote = (text.match(/"/g) ?? []).length > (text.match(/'/g) ?? []).length ? "'" : '"';
  const escaped = text
    .replace(/[\\\p{M}\p{Lm}]/gu, (char) =>
      char === "\\" ? "\\\\" : `\\u${codeOf(char).toString(16).padStart(4, "0")}`,
    )
    .replaceAll(quote, `\\${quote}`);
  const line = `export const ${name} = ${quote}${escaped}${quote};`;
  const written = [...line].length > 110 ? line.replace(" = ", " =\n  ") : line;
  return `/** ${about} */\n${written}\n`;
}

/** The text of the module. */
export function makeWeights(): string {
  const { punctuation, symbols, afterLatin, letters, forms, markedForms } = weigh();
  const listed = (pairs: typeof forms) => pairs.map((pair) => pair.join("")).join(" ");
  return [
    `/* Made by test/support/order/make-weights.ts with ICU ${process.versions["icu"]}, Unicode ${process.versions["unicode"]}; it says how. Do not change. */\n`,
    constant("punctuation", "The most common signs, in order.", punctuation.join("")),
    constant("symbols", "All other signs, in order.", packed(symbols)),
    constant("afterLatin", "Letters that stand behind a, behind b …", afterLatin.join(" ")),
    constant("letters", "All other letters, in order.", packed(letters)),
    constant("marks", "What stands on letters, in order.", marks.join("")),
    constant("forms", "A character, and what it is a form of.", listed(forms)),
    constant("markedForms", "The same; they differ as much as by a mark.", listed(markedForms)),
  ].join("\n");
}
