/* Random choices that a seed repeats. */

export function randomOf(seed: number) {
  let state = seed || 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    chance: (of: number) => next() < of,
    of: <Each>(list: readonly Each[]): Each => list[below(list.length)] as Each,
    /** At least one, if there is any. */
    some: <Each>(list: readonly Each[]): Each[] =>
      list
        .map((each) => ({ each, at: next() }))
        .sort((a, b) => a.at - b.at)
        .slice(0, 1 + below(Math.min(4, list.length)))
        .map(({ each }) => each),
  };
}
