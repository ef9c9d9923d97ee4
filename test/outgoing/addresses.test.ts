import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isGlobal, isLoopback } from "#lib/outgoing/addresses";

test.each([
  ["0.0.0.0", "this network"],
  ["0.1.2.3", "this network"],
  ["10.0.0.1", "private"],
  ["10.255.255.255", "private"],
  ["100.64.0.1", "shared"],
  ["100.127.255.255", "shared"],
  ["127.0.0.1", "loopback"],
  ["127.1.2.3", "loopback"],
  ["168.63.129.16", "the host of another cloud"],
  ["169.254.169.254", "metadata of a machine"],
  ["169.254.170.2", "credentials of a task"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.0.0.1", "protocol assignments"],
  ["192.0.0.192", "metadata of another cloud"],
  ["192.0.2.1", "documentation"],
  ["192.88.99.1", "6to4 relays"],
  ["192.168.1.1", "private"],
  ["198.18.0.1", "benchmarks"],
  ["198.19.255.255", "benchmarks"],
  ["198.51.100.1", "documentation"],
  ["203.0.113.1", "documentation"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.250", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::", "unspecified"],
  ["::1", "loopback"],
  ["::7f00:1", "IPv4-compatible (deprecated)"],
  ["::8.8.8.8", "IPv4-compatible (deprecated)"],
  ["::ffff:127.0.0.1", "mapped"],
  ["::ffff:10.0.0.1", "mapped"],
  ["::ffff:808:808", "mapped, also of a public IPv4 address"],
  ["::ffff:0:127.0.0.1", "translated"],
  ["64:ff9b::a00:1", "NAT64"],
  ["64:ff9b::8.8.8.8", "NAT64"],
  ["64:ff9b:1::a00:1", "local NAT64"],
  ["100::1", "discarded"],
  ["100:0:0:1::1", "dummy"],
  ["2001::1", "Teredo"],
  ["2001:2::1", "benchmarks"],
  ["2001:10::1", "ORCHID"],
  ["2001:20::1", "ORCHID"],
  ["2001:db8::1", "documentation"],
  ["2002:7f00:1::", "6to4"],
  ["2002:a00:1::1", "6to4"],
  ["2620:4f:8000::1", "AS112"],
  ["3fff::1", "documentation"],
  ["3ffe::1%eth0", "with a zone"],
  ["4000::1", "not allocated"],
  ["5f00::1", "segment routing"],
  ["fc00::1", "unique local"],
  ["fd00:ec2::254", "metadata of a machine"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local with a zone"],
  ["fec0::1", "site-local"],
  ["ff02::1", "multicast"],
  ["", "empty"],
  ["8.8.8", "not an address"],
  ["localhost", "not an address"],
])("%s is not global: %s", (address) => expect(isGlobal(address)).toBe(false));

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2000::1",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2606:4700:4700::1111",
  "2a00:1450:4001::1",
  "3ffe::1",
])("%s is global", (address) => expect(isGlobal(address)).toBe(true));

test("no IPv6 address outside of 2000::/3 is global", () => {
  const allocated = new BlockList();
  allocated.addSubnet("2000::", 3, "ipv6");
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      fc.pre(isIP(address) === 6 && isGlobal(address));
      expect(allocated.check(address, "ipv6")).toBe(true);
    }),
  );
});

test.each([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["::1", true],
  ["::ffff:127.0.0.1", false],
  ["10.0.0.1", false],
  ["::", false],
  ["0.0.0.0", false],
  ["localhost", false],
])("%s is this machine: %s", (address, expected) => expect(isLoopback(address)).toBe(expected));
