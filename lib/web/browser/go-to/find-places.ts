/* Which bases and tables a person means by what they type. */
export interface GoToPlace {
  name: string;
  /** Of a table: its base. */
  within?: string;
  address: string;
}

const most = 30;

/**
 * Places whose names have all words of the query, at most 30. First those that begin with it, then those in which a word does; those that
 * are equal stay in their order. Without a query: all, in their order.
 */
export function findPlaces(places: readonly GoToPlace[], query: string): GoToPlace[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const whole = words.join(" ");
  const rankOf = ({ name, within = "" }: GoToPlace): number | undefined => {
    const lower = name.toLocaleLowerCase();
    const all = `${lower} ${within.toLocaleLowerCase()}`;
    if (!words.every((word) => all.includes(word))) return undefined;
    if (lower.startsWith(whole)) return 0;
    return ` ${lower}`.includes(` ${words[0] ?? ""}`) ? 1 : 2;
  };
  return places
    .flatMap((place) => {
      const rank = rankOf(place);
      return rank === undefined ? [] : [{ place, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ place }) => place);
}
