/* Random choices of the clients. */

/** An integer from 0 up to, but not including, `below`. */
export const random = (below: number): number => Math.floor(Math.random() * below);

/** Undefined for an empty list. */
export const pick = <Of>(list: readonly Of[]): Of | undefined => list[random(list.length)];

/** `count` different elements, or all if there are fewer. */
export function some<Of>(list: readonly Of[], count: number): Of[] {
  const rest = [...list];
  const picked: Of[] = [];
  while (picked.length < count && rest.length > 0) picked.push(...rest.splice(random(rest.length), 1));
  return picked;
}

/** A function that picks one of these each time, by their weights. */
export function weighted<Of>(all: Record<string, Of>, weights: Record<string, number>): () => Of {
  const tickets = Object.entries(all).flatMap(([name, each]) => Array<Of>(weights[name] ?? 0).fill(each));
  return () => pick(tickets) as Of;
}
