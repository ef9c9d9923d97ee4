/** For `JSON.stringify`: members in one order. The store may return the members of a map in any order. */
export const sortMembers = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
