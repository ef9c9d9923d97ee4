/** A list in pieces of so many elements, in its order; the last piece may be shorter. An empty list has none. */
export function cutIntoPieces<Each>(list: readonly Each[], size: number): Each[][] {
  const pieces: Each[][] = [];
  for (let i = 0; i < list.length; i += size) pieces.push(list.slice(i, i + size));
  return pieces;
}
