/* Numbers as texts that sort like them: the 64 bits of a number, six in each character. The key of 7 has 3 characters, that of π 11. */

const bits = new DataView(new ArrayBuffer(8));
const characters = 11;
const zero = 0x30;

/** The key of a finite number, as code points. */
export function numberCodes(value: number): number[] {
  bits.setFloat64(0, value === 0 ? 0 : value); // there is a -0, which must not sort before 0
  const [high, low] = [bits.getUint32(0), bits.getUint32(4)];
  const isNegative = high >>> 31 === 1;
  // positive numbers sort after negative ones, and the bits of negative numbers sort in the opposite order
  const [left, right] = isNegative ? [~high, ~low] : [high ^ 0x80000000, low];
  let length = characters;
  // zeros at the end do not matter for the order
  while (length > 1 && digitAt(left, right, length - 1) === 0) length--;
  const codes: number[] = [];
  for (let i = 0; i < length; i++) codes.push(zero + digitAt(left, right, i));
  return codes;
}

/** Six bits of the two halves; `i` counts from the left. */
function digitAt(left: number, right: number, i: number): number {
  if (i < 5) return (left >>> (26 - 6 * i)) & 63;
  if (i === 5) return ((left & 3) << 4) | (right >>> 28);
  return i < 10 ? (right >>> (22 - 6 * (i - 6))) & 63 : (right & 15) << 2;
}
