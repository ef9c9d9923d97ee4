import { expect, test } from "vitest";
import { bestOf, preferencesIn } from "#lib/http/encodings/accepted-encoding";

test.each([
  ["", "identity"],
  ["gzip", "gzip"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["deflate, zstd, compress", "identity"],
  ["GZIP ; Q=0.5", "gzip"],
  ["x-gzip", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["gzip;q=0", "identity"],
  ["gzip;q=0.5, identity", "identity"],
  ["gzip;q=0.5, identity;q=0.2", "gzip"],
  ["*", "br"],
  ["*, br;q=0", "gzip"],
  ["*;q=0", "identity"],
  ["*;q=0, gzip;q=0.001", "gzip"],
  ["identity;q=0, gzip", "gzip"],
  ["identity;q=0", "identity"],
  ["identity;q=0, *;q=0.1", "br"],
  ["gzip;q=2", "identity"],
  ["gzip;q=often", "identity"],
  ["gzip;q=", "identity"],
  [",;,=;q", "identity"],
])("%j: %s", (accepted, coding) => {
  expect(bestOf(preferencesIn(accepted))).toBe(coding);
});
