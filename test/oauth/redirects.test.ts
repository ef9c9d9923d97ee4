import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressFor, isRegistered } from "#lib/oauth/redirects";

const loopbacks = ["http://127.0.0.1", "http://[::1]", "http://localhost"];
const tail = fc.constantFrom("", "/", "/cb", "/cb?a=1", "?a=1", "/a:1/b@c");
const anywhere = fc.webUrl({ withQueryParameters: true });
const port = fc.integer({ min: 1, max: 65_535 });

test("an address is matched by itself", () => {
  fc.assert(fc.property(anywhere, (uri) => isRegistered([uri], uri)));
});

test("outside one's own machine by nothing else", () => {
  const other = fc.oneof(
    anywhere,
    fc.string(),
    tail.map((rest) => `https://app.example${rest}`),
  );
  fc.assert(
    fc.property(other, other, (registered, asked) => {
      fc.pre(!registered.startsWith("http://"));
      return isRegistered([registered], asked) === (registered === asked);
    }),
  );
});

test("not by itself with any letter added, left out or changed", () => {
  fc.assert(
    fc.property(anywhere, fc.nat(), fc.string({ maxLength: 3 }), fc.nat({ max: 3 }), (uri, at, put, cut) => {
      const i = at % (uri.length + 1);
      const changed = uri.slice(0, i) + put + uri.slice(i + cut);
      return isRegistered([uri], changed) === (changed === uri);
    }),
  );
});

test("on one's own machine with any port, and nothing else changed", () => {
  const host = fc.constantFrom(...loopbacks);
  fc.assert(
    fc.property(
      host,
      host,
      tail,
      tail,
      fc.option(port),
      fc.option(port),
      (host, asked, rest, other, one, two) => {
        const at = (host: string, port: number | null, rest: string) =>
          `${host}${port === null ? "" : `:${port}`}${rest}`;
        const isSame = host === asked && rest === other;
        return isRegistered([at(host, one, rest)], at(asked, two, other)) === isSame;
      },
    ),
  );
});

test("whatever is let through leads to the host that was registered", () => {
  const evil = fc.array(
    fc.constantFrom(..."http://127.0.0.1:80@evil.example/cb?#\\%[]: \n".split(""), "@evil.example", ":80"),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(fc.constantFrom(...loopbacks), evil, (host, parts) => {
      const asked = host + parts.join("");
      if (!isRegistered([`${host}/cb`, host], asked)) return true;
      const { hostname, username, hash, protocol } = new URL(asked);
      return `${protocol}//${hostname}` === host && username === "" && hash === "";
    }),
    { numRuns: 2000 },
  );
});

test.each([
  "http://127.0.0.1:0/cb",
  "http://127.0.0.1:65536/cb",
  "http://127.0.0.1:080x/cb",
  "http://127.0.0.1:/cb",
  "http://127.0.0.1:80:80/cb",
  "http://127.0.0.1:80@evil.example/cb",
  "http://127.0.0.1.evil.example/cb",
  "http://127.0.0.2/cb",
  "https://127.0.0.1/cb",
  "HTTP://127.0.0.1/cb",
  "http://user@127.0.0.1/cb",
  "http://localhost/cb",
  "http://127.0.0.1:80/cb\n",
  "http://127.0.0.1:80/cb#x",
  "http://127.1/cb",
])("%j is not http://127.0.0.1/cb", (asked) => {
  expect(isRegistered(["http://127.0.0.1/cb"], asked)).toBe(false);
});

test("https on one's own machine has its port", () => {
  expect(isRegistered(["https://localhost/cb"], "https://localhost:8443/cb")).toBe(false);
});

describe("the answer", () => {
  const answer = { code: "c" };

  test.each([
    ["https://a.example", "https://a.example?code=c&iss="],
    ["https://a.example/", "https://a.example/?code=c&iss="],
    ["https://a.example/?", "https://a.example/?code=c&iss="],
    ["https://a.example/?x=1", "https://a.example/?x=1&code=c&iss="],
    ["https://a.example/?x=1&", "https://a.example/?x=1&code=c&iss="],
  ])("behind %s", (redirectUri, start) => {
    expect(addressFor({ redirectUri }, answer)).toBe(`${start}${encodeURIComponent("http://localhost")}`);
  });

  test("any state is read as it was sent, and nothing of it becomes another parameter", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (state) => {
        const given = new URL(addressFor({ redirectUri: "https://a.example/?x=1", state }, answer))
          .searchParams;
        expect(Object.fromEntries(given)).toEqual({ x: "1", code: "c", state, iss: "http://localhost" });
      }),
    );
  });
});
