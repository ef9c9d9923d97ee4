/* The families of cells and the filter operators of each. `arrayOperators` take an array as value. */
const emptiness = ["isEmpty", "isNotEmpty"] as const;
const comparison = ["isGreater", "isGreaterEqual", "isLess", "isLessEqual"] as const;
const several = ["hasAnyOf", "hasAllOf", "isExactly", "isNotExactly", "hasNoneOf"] as const;
const one = ["is", "isNot", "isAnyOf", "isNoneOf", ...emptiness] as const;
const many = [...several, ...emptiness] as const;

const ofText = ["is", "isNot", "contains", "doesNotContain", ...emptiness] as const;
const ofNumber = ["is", "isNot", ...comparison, ...emptiness] as const;
const ofDate = [
  ...["is", "isNot", "isWithIn", "isBefore", "isAfter", "isOnOrBefore", "isOnOrAfter"],
  ...emptiness,
] as const;

export const operatorsOf = {
  text: ofText,
  number: ofNumber,
  boolean: ["is"],
  dateTime: ofDate,
  /** Lists that formulas give: one matching element is enough. */
  texts: ofText,
  numbers: ofNumber,
  booleans: ["is"],
  dateTimes: ofDate,
  choice: one,
  choices: many,
  person: one,
  people: many,
  link: ["is", "isNot", "isAnyOf", "isNoneOf", "contains", "doesNotContain", ...emptiness],
  links: [...several, "contains", "doesNotContain", ...emptiness],
  files: emptiness,
  /** Fields that cannot be filtered or sorted by. */
  nothing: [],
} as const;

/** A family of field types that filters, orders, groups and searches treat alike; each has a file under comparators/. */
export type Family = keyof typeof operatorsOf;

/** The operators that a stored filter may have: the relationship of a link may have changed since. */
export const keptOperatorsOf = (family: Family): readonly Operator[] =>
  family.startsWith("link") ? [...operatorsOf.link, ...operatorsOf.links] : operatorsOf[family];

export type Operator = (typeof operatorsOf)[Family][number];

export const arrayOperators: ReadonlySet<string> = new Set(["isAnyOf", "isNoneOf", ...several]);
