/* The families of cells, and which filter operators each knows. Arrays are the values of the ones in `arrayOperators`. */
const emptiness = ["isEmpty", "isNotEmpty"] as const;
const comparison = ["isGreater", "isGreaterEqual", "isLess", "isLessEqual"] as const;
const several = ["hasAnyOf", "hasAllOf", "isExactly", "isNotExactly", "hasNoneOf"] as const;
const one = ["is", "isNot", "isAnyOf", "isNoneOf", ...emptiness] as const;
const many = [...several, ...emptiness] as const;

export const operatorsOf = {
  text: ["is", "isNot", "contains", "doesNotContain", ...emptiness],
  number: ["is", "isNot", ...comparison, ...emptiness],
  boolean: ["is"],
  dateTime: ["is", "isNot", "isWithIn", "isBefore", "isAfter", "isOnOrBefore", "isOnOrAfter", ...emptiness],
  choice: one,
  choices: many,
  person: one,
  people: many,
  files: emptiness,
  /** What is neither filtered nor ordered by. */
  nothing: [],
} as const;

/** What a field type's cells are to filters, orders, groups, searches: how they are read is one file each under readings/. */
export type Family = keyof typeof operatorsOf;

export type Operator = (typeof operatorsOf)[Family][number];

export const arrayOperators: ReadonlySet<string> = new Set(["isAnyOf", "isNoneOf", ...several]);
