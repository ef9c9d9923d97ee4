/*
 * QR codes (ISO/IEC 18004) of short texts: bytes, error correction M, versions 1 to 15. A code is a square of modules, dark or light:
 *
 *   text ─▶ codewords of data, padded ─▶ in blocks, each with its Reed–Solomon remainder ─▶ interleaved
 *        ─▶ laid in columns of two from the lower right, around the patterns ─▶ the mask with the least penalty
 */

/** By version from 1: codewords of error correction in a block, and blocks. */
const corrections = [
  ...[[10, 1] as const, [16, 1] as const, [26, 1] as const, [18, 2] as const, [24, 2] as const],
  ...[[16, 4] as const, [18, 4] as const, [22, 4] as const, [22, 5] as const, [26, 5] as const],
  ...[[30, 5] as const, [22, 8] as const, [22, 9] as const, [24, 9] as const, [24, 10] as const],
];

type Square = boolean[][];

/** The modules of the code of a text, row by row; true is dark. Throws for a text of more than 412 bytes. */
export function drawQrCode(text: string): Square {
  const bytes = new TextEncoder().encode(text);
  const found = corrections.findIndex((_, i) => bytes.length <= bytesIn(i + 1));
  if (found < 0) throw new Error(`a text of ${bytes.length} bytes has no QR code here`);
  const version = found + 1;
  const { modules, isPattern } = drawPatterns(version);
  layBits(modules, isPattern, correct(dataOf(bytes, version), version));
  const masked = masks.map((isInverted, mask) => {
    const square = modules.map((row, y) =>
      row.map((dark, x) => (isPattern[y]?.[x] ? dark : dark !== isInverted(x, y))),
    );
    drawFormat(square, mask);
    return { square, penalty: penaltyOf(square) };
  });
  return masked.reduce((best, each) => (each.penalty < best.penalty ? each : best)).square;
}

const sizeAt = (version: number) => version * 4 + 17;

/** How many codewords a version has, with those of error correction. */
function codewordsIn(version: number): number {
  const aligned = Math.floor(version / 7) + 2;
  const patterns = version > 1 ? (25 * aligned - 10) * aligned - 55 + (version >= 7 ? 36 : 0) : 0;
  return Math.floor(((16 * version + 128) * version + 64 - patterns) / 8);
}

const correctionOf = (version: number) => corrections[version - 1] ?? ([0, 0] as const);
const dataCodewordsIn = (version: number): number => {
  const [each, blocks] = correctionOf(version);
  return codewordsIn(version) - each * blocks;
};
/** How many bytes of text a version holds: the mode takes 4 bits, the length 8 or 16. */
const bytesIn = (version: number) => dataCodewordsIn(version) - (version < 10 ? 2 : 3);

/** The codewords of a text, padded. */
function dataOf(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >>> i) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const all = dataCodewordsIn(version);
  push(0, Math.min(4, all * 8 - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < all * 8; pad ^= 0xec ^ 0x11) push(pad, 8);
  return Array.from({ length: all }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(""), 2));
}

/** The product in GF(2^8) with the polynomial 0x11d. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--)
    product = ((product << 1) ^ ((product >>> 7) * 0x11d) ^ (((b >>> i) & 1) * a)) & 0xff;
  return product;
}

/** The coefficients of the generator polynomial, without the first, which is 1. */
function generatorOf(degree: number): number[] {
  let result = [...Array.from({ length: degree - 1 }, () => 0), 1];
  let root = 1;
  for (let i = 0; i < degree; i++) {
    result = result.map((each, j) => multiply(each, root) ^ (result[j + 1] ?? 0));
    root = multiply(root, 2);
  }
  return result;
}

function remainderOf(data: number[], generator: number[]): number[] {
  let result = generator.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result[0] ?? 0);
    result = generator.map((each, i) => multiply(each, factor) ^ (result[i + 1] ?? 0));
  }
  return result;
}

/** The bits of the code: the blocks of data and their remainders, interleaved. The last blocks are one codeword longer. */
function correct(data: number[], version: number): number[] {
  const [each, count] = correctionOf(version);
  const short = Math.floor(data.length / count);
  const longFrom = count - (data.length % count);
  const generator = generatorOf(each);
  const blocks = Array.from({ length: count }, (_, i) => {
    const start = i * short + Math.max(0, i - longFrom);
    return data.slice(start, start + short + (i >= longFrom ? 1 : 0));
  });
  const interleave = (lists: number[][]) =>
    Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, i) =>
      lists.flatMap((list) => list[i] ?? []),
    ).flat();
  const codewords = [
    ...interleave(blocks),
    ...interleave(blocks.map((block) => remainderOf(block, generator))),
  ];
  return codewords.flatMap((byte) => Array.from({ length: 8 }, (_, i) => (byte >>> (7 - i)) & 1));
}

/** The patterns of a version, and which modules they take, those of the format among them. */
function drawPatterns(version: number): { modules: Square; isPattern: Square } {
  const size = sizeAt(version);
  const square = () => Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const [modules, isPattern] = [square(), square()];
  const set = (x: number, y: number, dark: boolean) => {
    const [row, taken] = [modules[y], isPattern[y]];
    if (!row || !taken || x < 0 || x >= size) return;
    row[x] = dark;
    taken[x] = true;
  };
  for (let i = 0; i < size; i++)
    for (const [x, y] of [
      [6, i],
      [i, 6],
    ] as const)
      set(x, y, i % 2 === 0);
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
  const centers = alignmentOf(version);
  const last = centers.length - 1;
  centers.forEach((cx, i) => {
    centers.forEach((cy, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    });
  });
  // the modules of the format are drawn with the mask; the dark one beside them is always there
  for (let i = 0; i < 9; i++) {
    if (i !== 6)
      for (const [x, y] of [
        [8, i],
        [i, 8],
      ] as const)
        set(x, y, false);
    if (i < 8)
      for (const [x, y] of [
        [size - 1 - i, 8],
        [8, size - 1 - i],
      ] as const)
        set(x, y, false);
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const bits = (version << 12) | rest(version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      const dark = ((bits >>> i) & 1) === 1;
      set(a, b, dark);
      set(b, a, dark);
    }
  }
  return { modules, isPattern };
}

/** The remainder of `value` × 2^degree by a polynomial, over GF(2). */
function rest(value: number, degree: number, polynomial: number): number {
  let result = value;
  for (let i = 0; i < degree; i++) result = (result << 1) ^ ((result >>> (degree - 1)) * polynomial);
  return result;
}

function alignmentOf(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => sizeAt(version) - 7 - (count - 2 - i) * step)];
}

function drawFormat(square: Square, mask: number): void {
  const size = square.length;
  const bits = ((mask << 10) | rest(mask, 10, 0x537)) ^ 0x5412;
  const set = (x: number, y: number, i: number) => {
    const row = square[y];
    if (row) row[x] = ((bits >>> i) & 1) === 1;
  };
  for (let i = 0; i <= 5; i++) set(8, i, i);
  set(8, 7, 6);
  set(8, 8, 7);
  set(7, 8, 8);
  for (let i = 9; i < 15; i++) set(14 - i, 8, i);
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, i);
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, i);
}

/** Lays the bits in columns of two, upwards and downwards by turns, from the lower right; the column of the timing pattern is left out. */
function layBits(modules: Square, isPattern: Square, bits: number[]): void {
  const size = modules.length;
  let next = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUp = ((right + 1) & 2) === 0;
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = isUp ? size - 1 - i : i;
        const row = modules[y];
        if (row && !isPattern[y]?.[x]) row[x] = bits[next++] === 1;
      }
  }
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** How hard a code is to read: long runs, blocks of one color, what looks like a finder, and more of one color than of the other. */
function penaltyOf(square: Square): number {
  const size = square.length;
  const columns = square.map((_, x) => square.map((row) => row[x] ?? false));
  let penalty = 0;
  for (const line of [...square, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    for (let i = 0; i + 11 <= size; i++)
      if (["10111010000", "00001011101"].includes(text.slice(i, i + 11))) penalty += 40;
  }
  for (let y = 0; y + 1 < size; y++)
    for (let x = 0; x + 1 < size; x++) {
      const first = square[y]?.[x];
      const others = [square[y]?.[x + 1], square[y + 1]?.[x], square[y + 1]?.[x + 1]];
      if (others.every((each) => each === first)) penalty += 3;
    }
  const dark = square.flat().filter(Boolean).length;
  return penalty + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
