import { expect, test } from "vitest";
import { describeVisitor, nameBrowser } from "#lib/accounts/visitor";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/143.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`,
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/143.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  ["curl/8.5.0", "curl"],
  ["python-requests/2.32.3", "python-requests"],
  ["<script>", undefined],
  ["", undefined],
  [undefined, undefined],
])("%s: %s", (userAgent, name) => expect(nameBrowser(userAgent)).toBe(name));

test("a long text that is no browser is cut; an address becomes its network; loopback counts as none", () => {
  const headers = { "user-agent": "x".repeat(10_000) };
  expect(describeVisitor({ headers, sourceIp: "2001:db8::7" })).toEqual({
    sourceIp: "2001:db8::7",
    browser: "x".repeat(40),
    network: "2001:db8:0:0::/64",
  });
  expect(describeVisitor({ headers: {}, sourceIp: "127.0.0.1" })).toEqual({ sourceIp: "127.0.0.1" });
});
