/*
 * Names of tables and fields for databases, derived from the names that people read. Compared without case, because most
 * databases ignore the case of names.
 */
const generatedLength = 40;

/** The database name for a name: matches `^[A-Za-z]\w{0,62}$`; gets "_2", "_3"… if it is taken. */
export async function dbName(name: string, taken: Iterable<string>): Promise<string> {
  const names = new Set<string>();
  for (const other of taken) names.add(other.toLowerCase());
  const base = await wordsOf(name);
  let unique = base;
  for (let next = 2; names.has(unique.toLowerCase()); next++) unique = `${base}_${next}`;
  return unique;
}

/** A database name if it is not taken; otherwise a similar one. */
export const freeDbName = async (name: string, taken: readonly string[]): Promise<string> =>
  taken.some((other) => other.toLowerCase() === name.toLowerCase()) ? dbName(name, taken) : name;

async function wordsOf(name: string): Promise<string> {
  const words = (await latin(name)).replace(/\W+/g, "_");
  // scripts without a transliteration give only underscores
  if (!/[A-Za-z0-9]/.test(words)) return "unnamed";
  return (/^[A-Za-z]/.test(words) ? words : `t${words}`).slice(0, generatedLength);
}

const isAscii = (text: string) => Buffer.byteLength(text) === text.length;

/** The name in Latin letters. The transliteration tables take 12 ms to load, and most names do not need them. */
async function latin(name: string): Promise<string> {
  if (isAscii(name)) return name;
  const { default: transliterate } = await import("@sindresorhus/transliterate");
  return transliterate(name);
}
