/*
 * Redirect URIs of programs on a computer or phone that have a scheme of their own, such as `cursor://…` (RFC 8252, 7.1). Only for
 * applications that no person registered: they are public clients, so each code is worth nothing without the verifier of PKCE, also if
 * another program has taken the scheme.
 *
 * Only schemes of a list: a system has many that start something else (`ms-msdt:`, `intent:`, `tel:`), and the
 * redirect would be ours. Or a domain in reverse order, as the RFC wants it: it has a dot, which none of
 * those has.
 */

/** Schemes without a dot, of programs that are known to ask with them. */
const knownSchemes: readonly string[] = [
  ...["cursor", "vscode", "vscode-insiders", "code-oss", "vscodium", "windsurf", "kiro", "trae", "zed"],
  ...["claude", "goose", "lmstudio", "raycast", "warp"],
];

/** The scheme, then `//` and a name, or `/`, then a path or a query; no user, no port, no fragment. */
const native =
  /^([a-z][a-z0-9.-]*):\/(?:\/[\w.-]+(?:[/?][\w.~:/?[\]!$&'()*+,;=%-]*)?|[\w.~?%-][\w.~:/?[\]!$&'()*+,;=%-]*|)$/;
const reversedDomain = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/;

/** The scheme of the program that such an address leads to, or undefined if it is none. */
export function nativeSchemeOf(redirectUri: string): string | undefined {
  const scheme = native.exec(redirectUri)?.[1];
  if (scheme === undefined) return undefined;
  return knownSchemes.includes(scheme) || reversedDomain.test(scheme) ? scheme : undefined;
}
