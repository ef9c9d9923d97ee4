/* Which addresses of programs with a scheme of their own are taken: see the page of the module. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RedirectUri } from "#lib/schemas/basics/url";
import { nativeSchemeOf } from "#lib/schemas/identity/native-redirect";

test.each([
  ["cursor://anysphere.cursor-mcp/oauth/callback", "cursor"],
  ["vscode://publisher.extension/callback?window=1", "vscode"],
  ["vscode-insiders://publisher.extension", "vscode-insiders"],
  ["raycast://oauth?package_name=Extension", "raycast"],
  ["com.raycast:/oauth?package_name=Extension", "com.raycast"],
  ["com.example.app:/", "com.example.app"],
  ["com.example-2.app://callback/path;x=%20", "com.example-2.app"],
])("%s leads to a program", (uri, scheme) => {
  expect(nativeSchemeOf(uri)).toBe(scheme);
});

test.each([
  ...["javascript:alert(1)", "javascript:/alert(1)", "javascript://x/%0aalert(1)", "data:text/html,x"],
  ...[
    "data:/x",
    "file:///etc/passwd",
    "vbscript:/x",
    "blob:/x",
    "about:/blank",
    "filesystem:/x",
    "view-source:/x",
  ],
  ...["http://app.example/cb", "https://app.example/cb", "ws://app.example/cb", "ftp://app.example/cb"],
  ...[
    "ms-msdt:/id",
    "search-ms:/query",
    "intent://x/#Intent;end",
    "tel:/1",
    "mailto:/a",
    "chrome://settings",
  ],
  ...["unknown://app/callback", "CURSOR://app/cb", "Cursor://app/cb", "cursor:app/cb", "cursor:", "cursor"],
  ...["cursor:///cb", "cursor://app/cb#x", "cursor://user@app/cb", "cursor://app:80/cb", "cursor://app/c b"],
  ...["cursor://app/cb\n", "\ncursor://app/cb", " cursor://app/cb", "cursor://app\\cb", "cursor://äpp/cb"],
  ...['cursor://app/"><script>', "com..app:/cb", ".app:/cb", "com.:/cb", "1com.app:/cb", "com.app;x:/cb"],
])("%j does not", (uri) => {
  expect(nativeSchemeOf(uri)).toBeUndefined();
});

test("no address is both one of a program and one of the web, and none of a program breaks out of a page's policy", () => {
  const parts = [
    "cursor",
    "https",
    "javascript",
    "com.example",
    ":",
    "/",
    "//",
    "a",
    "?",
    ";",
    "'",
    "%",
    " ",
    "\n",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), (list) => {
      const uri = list.join("");
      const scheme = nativeSchemeOf(uri);
      if (scheme === undefined) return true;
      const isWeb = RedirectUri.safeParse(uri).success;
      return !isWeb && /^[a-z0-9.-]+$/.test(scheme) && new URL(uri).protocol === `${scheme}:`;
    }),
    { numRuns: 2000 },
  );
});
