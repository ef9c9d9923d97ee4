/* Where to go after signing in: a path of ours, never somebody else's address. */

/** A path and query of this service, or the page of one's account. */
export function safeNext(next: string | undefined): string {
  const isOurs = next !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.includes("\\");
  return isOurs ? next : "/account";
}

export const signInPath = (next: string) => withNext("/auth/sign-in", next);

/** A page before which one wanted another. */
export const withNext = (path: string, next: string) =>
  next ? `${path}?${new URLSearchParams({ next })}` : path;
