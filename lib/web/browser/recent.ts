/* Which bases were opened in this browser: the server does not keep that. */
const key = "gridless-recent";
const most = 6;

/** Their ids, the last one first. */
export function recentBases(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** Puts a base that is opened now before the others. */
export function rememberBase(baseId: string): void {
  const others = recentBases().filter((id) => id !== baseId);
  try {
    localStorage.setItem(key, JSON.stringify([baseId, ...others].slice(0, most)));
  } catch {
    // a browser that keeps nothing has no list
  }
}
