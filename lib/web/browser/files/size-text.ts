/* The size of a file as a person reads it. */
const units = ["bytes", "kB", "MB", "GB"];

/** `bytes` in the largest unit of 1024 in which it is 1 or more: "1.5 MB". */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${size < 10 && unit > 0 ? Math.round(size * 10) / 10 : Math.round(size)} ${units[unit]}`;
}
