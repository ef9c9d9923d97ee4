/**
 * How many different values there were. Of each it keeps 64 bits, 12 to 24 bytes with room to grow: of a million values two
 * that differ would be taken for one once in 37 million times. A Set of numbers takes four times as much, and is full at 16 million.
 */
export class DistinctValues {
  size = 0;
  /** Slots of two halves each; a value stands in the first free one from where it belongs. */
  #slots = new Uint32Array(2 * 64);
  #mask = 63;

  add(value: string | number): void {
    const [high, low] = hashOf(value);
    this.#put(high, low);
    if (this.size * 3 <= this.#mask * 2) return;
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    this.#mask = this.#mask * 2 + 1;
    this.size = 0;
    for (let i = 0; i < before.length; i += 2) if (before[i]) this.#put(before[i] ?? 0, before[i + 1] ?? 0);
  }

  #put(high: number, low: number): void {
    const slots = this.#slots;
    let slot = low & this.#mask;
    while (slots[2 * slot] !== 0) {
      if (slots[2 * slot] === high && slots[2 * slot + 1] === low) return;
      slot = (slot + 1) & this.#mask;
    }
    slots[2 * slot] = high;
    slots[2 * slot + 1] = low;
    this.size++;
  }
}

type Halves = [high: number, low: number];

const asNumber = new Float64Array(1);
const asHalves = new Uint32Array(asNumber.buffer);

/** Two hashes of 32 bits that have nothing to do with one another; the first is never 0. */
function hashOf(value: string | number): Halves {
  let [a, b] = [0x9e3779b9, 0x85ebca6b];
  const mix = (unit: number) => {
    a = Math.imul(a ^ unit, 0x01000193);
    a ^= a >>> 15;
    b = Math.imul((b << 5) ^ (b >>> 27) ^ unit, 0xc2b2ae35);
  };
  if (typeof value === "string") for (let i = 0; i < value.length; i++) mix(value.charCodeAt(i));
  else {
    asNumber[0] = value;
    for (const half of asHalves) mix(half);
  }
  return [mixed(a) || 1, mixed(b)];
}

/** Each bit of the answer depends on each of the number. */
function mixed(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
