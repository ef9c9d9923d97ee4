interface Aged {
  id: string;
  createdTime: string;
}

const ageOf = ({ createdTime, id }: Aged) => `${createdTime} ${id}`;

/** The oldest first; of the same moment always in the same order. */
export const sortByAge = (a: Aged, b: Aged): number => (ageOf(a) < ageOf(b) ? -1 : 1);
