import { describe, expect, test } from "vitest";
import { targetOf } from "#lib/outgoing/target";

const internet = "must name a host on the internet";

describe.each([false, true])("calls to this machine allowed: %s", (mayOwn) => {
  test.each([
    ["https://example.org", "example.org"],
    ["https://EXAMPLE.org./a?b#c", "example.org"],
    ["https://example.org:443/", "example.org"],
    ["https://example.org:8443/", "example.org"],
    ["https://bücher.example.org/", "xn--bcher-kva.example.org"],
  ])("%s is allowed", (address, host) =>
    expect(targetOf(address, mayOwn)).toMatchObject({ host, isOwn: false }),
  );

  test.each([
    ["", "must be an address that begins with https://"],
    ["example.org/a.png", "must be an address that begins with https://"],
    ["file:///etc/passwd", "must be an address that begins with https://"],
    ["data:text/plain,hello", "must be an address that begins with https://"],
    ["gopher://example.org:70/", "must be an address that begins with https://"],
    ["https://", "must be an address that begins with https://"],
    ["https://a%00b.example.org/", "must be an address that begins with https://"],
    ["http://example.org/", "must begin with https://"],
    ["https://ada@example.org/", "must not contain a user name or password"],
    ["https://:secret@example.org/", "must not contain a user name or password"],
    ["http://127.0.0.1@example.org/", "must not contain a user name or password"],
    ["https://example.org:22/", "must have port 443, or a port from 1024 up"],
    ["https://example.org:80/", "must have port 443, or a port from 1024 up"],
    ["https://example.org:0/", "must have port 443, or a port from 1024 up"],
    ["https://8.8.8.8/", internet],
    ["https://10.0.0.1/", internet],
    ["https://167772161/", internet],
    ["https://0xa.0.0.1/", internet],
    ["https://0x0a000001/", internet],
    ["https://012.0.0.1/", internet],
    ["https://10.1/", internet],
    ["https://①⓪.⓪.⓪.①/", internet],
    ["https://10。0。0。1/", internet],
    ["https://10.0.0.1./", internet],
    ["https://169.254.169.254/latest/meta-data/", internet],
    ["https://[2606:4700:4700::1111]/", internet],
    ["https://[::ffff:10.0.0.1]/", internet],
    ["https://[fe80::1]/", internet],
    ["https://[::]/", internet],
    ["https://0.0.0.0/", internet],
    ["https://printer/", internet],
    ["https://printer.local/", internet],
    ["https://metadata.google.internal/", internet],
    ["https://ip-10-0-0-1.eu-west-1.compute.internal/", internet],
    ["https://x.localhost/", internet],
    ["https://1.0.0.127.in-addr.arpa/", internet],
  ])("%s is refused", (address, problem) => expect(targetOf(address, mayOwn)).toBe(problem));
});

test.each([
  ["http://localhost:3000/", "localhost"],
  ["http://LOCALHOST.:3000/", "localhost"],
  ["https://localhost/", "localhost"],
  ["http://127.0.0.1:80/", "127.0.0.1"],
  ["http://0x7f.1/", "127.0.0.1"],
  ["http://127.9.9.9/", "127.9.9.9"],
  ["http://[::1]:3000/", "::1"],
])("%s is allowed only if calls to this machine are", (address, host) => {
  expect(targetOf(address, true)).toMatchObject({ host, isOwn: true });
  expect(targetOf(address, false)).toMatch(/^must /);
});

test.each(["http://[::ffff:127.0.0.1]/", "http://0.0.0.0/", "http://[::]/", "http://10.0.0.1/"])(
  "%s is refused even if calls to this machine are allowed",
  (address) => expect(targetOf(address, true)).toMatch(/^must /),
);
