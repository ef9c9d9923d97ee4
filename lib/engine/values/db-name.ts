/*
 * Names of tables and fields in a database: made from the ones people read, and compared without regard to case, because
 * most databases fold column names.
 */
const generatedLength = 40;

/** The name of a table or field in a database, made from the one people read: `^[A-Za-z]\w{0,62}$`, "_2", "_3"… on a clash. */
export async function dbName(name: string, taken: Iterable<string>): Promise<string> {
  const names = new Set<string>();
  for (const other of taken) names.add(other.toLowerCase());
  const base = await wordsOf(name);
  let unique = base;
  for (let next = 2; names.has(unique.toLowerCase()); next++) unique = `${base}_${next}`;
  return unique;
}

async function wordsOf(name: string): Promise<string> {
  const words = (await latin(name)).replace(/\W+/g, "_");
  // scripts that have no transliteration leave nothing but underscores
  if (!/[A-Za-z0-9]/.test(words)) return "unnamed";
  return (/^[A-Za-z]/.test(words) ? words : `t${words}`).slice(0, generatedLength);
}

const isAscii = (text: string) => Buffer.byteLength(text) === text.length;

/** The tables of the transliteration take 12 ms to load, and most names do without. */
async function latin(name: string): Promise<string> {
  if (isAscii(name)) return name;
  const { default: transliterate } = await import("@sindresorhus/transliterate");
  return transliterate(name);
}
