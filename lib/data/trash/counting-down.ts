/* Times in sort keys that count down, so that a Query gives the newest first. */

const latest = 9_999_999_999_999;

/** A text that is smaller for later times. */
export const countingDown = (time: string): string => String(latest - Date.parse(time)).padStart(13, "0");
