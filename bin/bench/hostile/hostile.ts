/*
 * Texts that would be slow if a reader went back over what it has read. Each reader of a caller's text gets each shape of text in two sizes;
 * the time for a kB must stay flat. test/load/growth.test.ts counts steps, but not those of V8's own regular expressions, sorts and JSON.
 */
import { readAnyhow, readers } from "#test/support/hostile/readers";
import { type Measured, ms } from "../budget.ts";

/** How many times as long a text of twice the length may take: 2 is linear, 4 is quadratic. */
const most = 3.5;
/** A text grows until one reading takes this long, or until it has this many characters. */
const enough = { milliseconds: 40, characters: 800_000 };
const first = 1000;
const rounds = 3;

type Shape = [start: string, unit: string, end: string];
/** Shapes of text: some have been slow once, the others are similar. */
const shapes: Record<string, Shape> = {
  "spaces inside": ["1", " ", "x"],
  "no-break spaces inside": ["1", "\u00a0", "x"],
  "spaces before": ["", " ", "x"],
  "spaces behind": ["x", " ", "\0"],
  digits: ["", "1", "x"],
  "digits and dots": ["", "1.", "x"],
  "digits and commas": ["", "1,", "x"],
  "groups of digits": ["1", ",000", "x"],
  "signs before": ["", "-", "1"],
  letters: ["", "a", "!"],
  brackets: ["", "[", ""],
  parentheses: ["", "(", ""],
  braces: ["", "{", ""],
  quotes: ["", '"', "x"],
  "doubled quotes": ['"', '""', "x"],
  apostrophes: ["'", "''", "x"],
  commas: ["", ",", "x"],
  "line breaks": ["", "\n", "x"],
  "ends of lines": ["", "\r\n", "x"],
  percents: ["", "%", "x"],
  "escaped bytes": ["", "%41", "%"],
  entities: ["<a>", "&amp;", "</a>"],
  "open tags": ["", "<a ", ""],
  attributes: ["<a ", "b='c' ", ">"],
  comments: ["<!--", "-", "-->"],
  backslashes: ["", "\\", "x"],
  "zeros and e": ["0", "0e", "1"],
  dates: ["", "1/1/2024 ", "x"],
  colons: ["1", ":0", "x"],
};

export async function hostile(): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const [name, read] of Object.entries(readers)) {
    const grown = [];
    for (const [shape, parts] of Object.entries(shapes))
      grown.push({ shape, ...(await growthOf(read, parts)) });
    const [worst] = grown.toSorted((a, b) => b.ratio - a.ratio);
    if (!worst) continue;
    const { shape, size, milliseconds, ratio } = worst;
    measured.push({
      line: `${name}: ${shape}, ${size / 1000} kB in ${ms(milliseconds)}, × ${ratio.toFixed(1)} of half as many (≤ ${most})`,
      holds: ratio <= most,
    });
  }
  return measured;
}

/**
 * How many times as long a text takes as half of it, from the longest and a quarter of it: one step alone may be the one from which V8 must
 * collect garbage. 1 where every reading is too short to compare.
 */
async function growthOf(read: (text: string) => unknown, shape: Shape) {
  const times: number[] = [];
  for (let size = first; ; size *= 2) {
    const milliseconds = await timeOf(read, shape, size);
    const isLast = milliseconds >= enough.milliseconds || size >= enough.characters;
    if (isLast) {
      const quarter = times.at(-2) || milliseconds / 4;
      const ratio = milliseconds < enough.milliseconds ? 1 : Math.sqrt(milliseconds / quarter);
      return { size, milliseconds, ratio };
    }
    times.push(milliseconds);
  }
}

/** The shortest of some times, in milliseconds of CPU of this process, so other load on the machine does not count. */
async function timeOf(
  read: (text: string) => unknown,
  [start, unit, end]: Shape,
  size: number,
): Promise<number> {
  const text = start + unit.repeat(Math.ceil(size / unit.length)) + end;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rounds; i++) {
    const before = process.cpuUsage();
    await readAnyhow(read, text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    // the text is slow, whatever the next rounds measure
    if (least > 20 * enough.milliseconds) break;
  }
  return least;
}
