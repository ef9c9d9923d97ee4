/* Where the browser goes after signing in: only to a path of this service, never to another site. */

/** `next` if it is a path of this service, with or without a query; otherwise the app. */
export function safeNext(next: string | undefined): string {
  const isOurs = next !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.includes("\\");
  return isOurs ? next : "/app";
}

/** The address of the sign-in page that leads on to `next`. */
export const signInPath = (next: string) => withNext("/auth/sign-in", next);

/** `path` with `next` in its query, unless `next` is empty. */
export const withNext = (path: string, next: string) =>
  next ? `${path}?${new URLSearchParams({ next })}` : path;
