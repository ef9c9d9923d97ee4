/* Against AWS's own example, and what the SDK's signer (@smithy/signature-v4 5.6) made of the same in November 2026. */
import { expect, test } from "vitest";
import { presignAddress, type Signing } from "#lib/files/sigv4";

const example: Signing = {
  method: "GET",
  address: new URL("https://examplebucket.s3.amazonaws.com/test.txt"),
  region: "us-east-1",
  credentials: {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  },
  expiresIn: 86_400,
  now: new Date("2013-05-24T00:00:00Z"),
};

const ours = {
  address: new URL("https://files.s3.eu-central-1.amazonaws.com/attachments/4mSa1Cw6nZ"),
  region: "eu-central-1",
  credentials: { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" },
  expiresIn: 900,
  now: new Date("2026-11-20T12:00:00Z"),
};
// what the SDK sends besides
const unsigned = { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };

const signatureOf = (signing: Signing) =>
  new URL(presignAddress(signing)).searchParams.get("X-Amz-Signature");

test("the example of the documentation, to the letter", () => {
  expect(presignAddress(example)).toBe(
    "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
  );
});

test("an upload with length and type", () => {
  const headers = { "content-length": "48213", "content-type": "image/png" };
  const signing = { ...ours, method: "PUT", headers, query: unsigned };
  expect(signatureOf(signing)).toBe("7f10099f0e6e5a3409668bb0ffcba9bc77d850fdcd0a55c15f71d7a118743e40");
  expect(presignAddress(signing)).toContain("X-Amz-SignedHeaders=content-length%3Bcontent-type%3Bhost");
  expect(signatureOf({ ...signing, headers: { ...headers, "content-length": "48214" } })).not.toBe(
    signatureOf(signing),
  );
});

test("a name full of what is encoded in its own way, by a role", () => {
  const signing = {
    ...ours,
    method: "GET",
    credentials: { ...ours.credentials, sessionToken: "IQoJb3JpZ2luX2VjEXAMPLE+/token==" },
    query: {
      ...unsigned,
      "response-content-disposition": `inline; filename="a_b.png"; filename*=UTF-8''a%C3%BC%20(b)!'*.png`,
      "response-content-type": "text/plain; charset=utf-8",
    },
  };
  expect(signatureOf(signing)).toBe("dec1d84acda8800e149ee39665c42c7ec3a2360ee6508ceba11c97899405c5d8");
});

test("another day, region or key has another signature, whatever was signed before", () => {
  const signatures = [
    example,
    { ...example, now: new Date("2013-05-25T00:00:00Z") },
    { ...example, region: "eu-west-1" },
    { ...example, credentials: { ...example.credentials, secretAccessKey: "another" } },
    example,
  ].map(signatureOf);
  expect(new Set(signatures).size).toBe(4);
  expect(signatures[0]).toBe(signatures[4]);
});
