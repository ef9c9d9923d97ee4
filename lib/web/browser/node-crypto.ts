/*
 * Stands for node:crypto in the app (tsconfig.json): the engine tells texts that look the same apart by a hash, when it compares them. The
 * text itself does so too, if all that counts is which of two comes first on this page.
 */

const hash = (_algorithm: string, text: string, _encoding: string): string => text;

export { hash };
