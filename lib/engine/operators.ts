/** Which filter operators a kind of cell knows. Arrays are the values of the ones in `arrayOperators`. */
const emptiness = ["isEmpty", "isNotEmpty"] as const;
const comparison = ["isGreater", "isGreaterEqual", "isLess", "isLessEqual"] as const;
const several = ["hasAnyOf", "hasAllOf", "isExactly", "isNotExactly", "hasNoneOf"] as const;

export const operatorsOf = {
  text: ["is", "isNot", "contains", "doesNotContain", ...emptiness],
  number: ["is", "isNot", ...comparison, ...emptiness],
  boolean: ["is"],
  dateTime: ["is", "isNot", "isWithIn", "isBefore", "isAfter", "isOnOrBefore", "isOnOrAfter", ...emptiness],
  one: ["is", "isNot", "isAnyOf", "isNoneOf", ...emptiness],
  many: [...several, ...emptiness],
  files: emptiness,
} as const;

export type Operator = (typeof operatorsOf)[keyof typeof operatorsOf][number];

export const arrayOperators: ReadonlySet<string> = new Set(["isAnyOf", "isNoneOf", ...several]);
