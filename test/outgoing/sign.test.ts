import { expect, test } from "vitest";
import { newSigningSecret, signatureHeaders } from "#lib/outgoing/sign";

const body = '{"test": 2432232314}';
const asked = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  now: new Date(1_614_265_330_999).toISOString(),
  secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
};

test("the vector that the libraries of Standard Webhooks are tested with", () => {
  expect(signatureHeaders({ ...asked, body })).toEqual({
    "webhook-id": asked.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("with two secrets there are two signatures, each as it is alone", () => {
  const other = newSigningSecret();
  const signed = (secrets: string[]) => signatureHeaders({ ...asked, body, secrets })["webhook-signature"];
  expect(signed([...asked.secrets, other])).toBe(`${signed(asked.secrets)} ${signed([other])}`);
});

test.each([
  ["another body", { body: '{"test":2432232314}' }],
  ["another id", { id: "msg_other" }],
  ["another time", { now: new Date(1_614_265_331_000).toISOString() }],
  ["another secret", { secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx"] }],
])("%s has another signature", (_, change) => {
  const signed = signatureHeaders({ ...asked, body })["webhook-signature"];
  expect(signatureHeaders({ ...asked, body, ...change })["webhook-signature"]).not.toBe(signed);
});

test("a body is signed as it is sent, in UTF-8", () => {
  const [, signature] = (signatureHeaders({ ...asked, body: "né" })["webhook-signature"] ?? "").split(",");
  expect(signature).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  expect(signature).not.toBe(
    (signatureHeaders({ ...asked, body: "n\u0065\u0301" })["webhook-signature"] ?? "").split(",")[1],
  );
});

test("secrets have 32 random bytes, and no two are the same", () => {
  const secrets = Array.from({ length: 100 }, newSigningSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});
