/** Whether a key has only characters that UTF-8 and JavaScript sort alike, and none of the marks at the end of a byte. */
export const isSound = (key: string): boolean =>
  !/[\x7d-\x7f\ud800-\uffff]/u.test(key) && !key.includes("\x01");

export const signOf = (a: string, b: string): number => (a < b ? -1 : a === b ? 0 : 1);
