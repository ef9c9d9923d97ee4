interface Aged {
  id: string;
  createdTime: string;
}

const ageOf = ({ createdTime, id }: Aged) => `${createdTime} ${id}`;

/** A comparator for `sort`: the oldest first; at the same `createdTime` by id, so that the order is stable. */
export const sortByAge = (a: Aged, b: Aged): number => (ageOf(a) < ageOf(b) ? -1 : 1);
