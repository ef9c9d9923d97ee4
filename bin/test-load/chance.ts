/* What clients leave to chance. */

export const random = (below: number): number => Math.floor(Math.random() * below);

export const pick = <Of>(list: readonly Of[]): Of | undefined => list[random(list.length)];

/** So many of them, or all there are, none twice. */
export function some<Of>(list: readonly Of[], count: number): Of[] {
  const rest = [...list];
  const picked: Of[] = [];
  while (picked.length < count && rest.length > 0) picked.push(...rest.splice(random(rest.length), 1));
  return picked;
}

/** One of these each time, by how often it is to come. */
export function weighted<Of>(all: Record<string, Of>, weights: Record<string, number>): () => Of {
  const tickets = Object.entries(all).flatMap(([name, each]) => Array<Of>(weights[name] ?? 0).fill(each));
  return () => pick(tickets) as Of;
}
