import { expect, test } from "vitest";
import { limitNetwork, networkOf } from "#lib/data/identity/network";
import { chance } from "#test/support/run/chance";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::2", "0:0:0:0::/64"],
  ["127.0.0.1", undefined],
  ["::ffff:127.0.0.1", undefined],
  ["::1", undefined],
])("%s is of the network %s", (ip, network) => expect(networkOf(ip)).toBe(network));

test("one /64 network may send 50 requests; other networks are counted apart", async () => {
  const some = Array.from({ length: 2 }, () => Math.floor(chance() * 65_536).toString(16)).join(":");
  const ask = (i: number) => limitNetwork("test", `2001:db8:${some}::${i}`);
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, (_, i) => ask(i + 1)));
  const refused = outcomes.filter(({ status }) => status === "rejected");
  // a slot of 30 s may end meanwhile
  expect([9, 10]).toContain(refused.length);
  expect(refused[0]).toMatchObject({
    reason: { code: "too_many_requests", headers: { "retry-after": expect.any(String) } },
  });
  await limitNetwork("test", `2001:db9:${some}::1`);
});
