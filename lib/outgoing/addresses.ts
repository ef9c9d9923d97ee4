/*
 * Which IP addresses are public, so that outgoing calls never reach our own machines or the network that we run in.
 *
 * Not public are: all of the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890, 8190; as of October 2025), including their few
 * globally reachable anycast addresses; multicast (RFC 5771); the reserved class E. In IPv6 only 2000::/3 is allocated, so every
 * other range is refused without being listed: loopback, ::ffff:0:0/96 and the other ways to write an IPv4 address (::a.b.c.d,
 * NAT64's 64:ff9b::/96 and 64:ff9b:1::/48), unique local, link-local, site-local, multicast, 100::/64 and 5f00::/16.
 */
import { BlockList, isIPv4, isIPv6 } from "node:net";

const special4 = listOf("ipv4", [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // shared: behind the NAT of a carrier, or of a cluster
  ["127.0.0.0", 8], // loopback
  ["168.63.129.16", 32], // in no registry: the host of a virtual machine in Azure
  ["169.254.0.0", 16], // link-local: 169.254.169.254 gives out the credentials of a machine, 169.254.170.2 those of a task
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
]);

const allocated6 = listOf("ipv6", [["2000::", 3]]);
const special6 = listOf("ipv6", [
  ["2001::", 23], // protocol assignments: Teredo, ORCHID, benchmarks
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: an IPv4 address inside
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20], // documentation
]);

/** Whether an address, in the notation of resolvers, is public. False for other notations, such as one with a zone (`fe80::1%eth0`). */
export function isGlobal(address: string): boolean {
  if (isIPv4(address)) return !special4.check(address, "ipv4");
  return isPlain6(address) && allocated6.check(address, "ipv6") && !special6.check(address, "ipv6");
}

const loopback4 = listOf("ipv4", [["127.0.0.0", 8]]);

/** Whether an address is of this machine: 127.0.0.0/8 or ::1. */
export const isLoopback = (address: string): boolean =>
  isIPv4(address) ? loopback4.check(address, "ipv4") : address === "::1";

const isPlain6 = (address: string) => isIPv6(address) && !address.includes("%");

function listOf(family: "ipv4" | "ipv6", blocks: [prefix: string, bits: number][]): BlockList {
  const list = new BlockList();
  for (const [prefix, bits] of blocks) list.addSubnet(prefix, bits, family);
  return list;
}
