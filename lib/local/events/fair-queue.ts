/* Things of several groups in a line: each group has one taken in turn, and those of a group keep their order. */

export function openFairQueue<Thing extends { group: string }>() {
  /** In the order of their turns. */
  const groups = new Map<string, Thing[]>();
  let size = 0;

  /** Gives the number of things that wait. */
  function put(thing: Thing): number {
    const own = groups.get(thing.group);
    if (own) own.push(thing);
    else groups.set(thing.group, [thing]);
    return ++size;
  }

  /** Takes so many at most, of the groups that may have a turn. */
  function take(most: number, mayTake: (group: string) => boolean = () => true): Thing[] {
    const taken: Thing[] = [];
    // a group that is put back is the last in this loop
    for (const [group, own] of groups) {
      if (taken.length === most) break;
      if (!mayTake(group)) continue;
      const first = own.shift();
      if (first) taken.push(first);
      groups.delete(group);
      if (own.length > 0) groups.set(group, own);
    }
    size -= taken.length;
    return taken;
  }

  /** The first thing of each group. */
  const heads = (): Thing[] => [...groups.values()].flatMap(([first]) => first ?? []);

  /** The things of a group, in their order. */
  const of = (group: string): readonly Thing[] => groups.get(group) ?? [];

  return { put, take, heads, of, size: () => size };
}
