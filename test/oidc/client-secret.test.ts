/* The client secret in a parameter of AWS Systems Manager, for which a server here stands in; it checks signatures with the signer of the SDK. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";
import { expect, onTestFinished, test, vi } from "vitest";
import { forgetClientSecret, readClientSecret } from "#lib/oidc/client-secret";
import { AppError } from "#lib/schemas/basics/error";

const credentials = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI",
  sessionToken: "a/token=",
};

const name = "/gridless/main/oidc-client-secret";

/** Stands in for Systems Manager; gives what it was asked. */
async function aManager(answerWith: () => [status: number, body: string]) {
  const asked: { body: unknown; isSigned: boolean; target: unknown }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { authorization = "", ...headers } = request.headers;
    const [, list = ""] = /SignedHeaders=([\w;-]+)/.exec(authorization) ?? [];
    const signed = Object.fromEntries(list.split(";").map((each) => [each, String(headers[each])]));
    const { hostname, port } = new URL(`http://${headers.host}`);
    const signer = new SignatureV4({
      credentials,
      region: "eu-west-1",
      service: "ssm",
      sha256: Sha256,
      applyChecksum: false,
    });
    const time = String(headers["x-amz-date"]).replace(/^(....)(..)(..T..)(..)(..Z)$/, "$1-$2-$3:$4:$5");
    const again = await signer.sign(
      {
        method: "POST",
        protocol: "http:",
        hostname,
        port: Number(port),
        path: "/",
        headers: signed,
        body,
        query: {},
      },
      { signingDate: new Date(time) },
    );
    asked.push({
      body: JSON.parse(body),
      isSigned: again.headers["authorization"] === authorization && list.includes("x-amz-target"),
      target: headers["x-amz-target"],
    });
    const [status, text] = answerWith();
    response.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const environment = {
    GRIDLESS_OIDC_SECRET_PARAMETER: name,
    AWS_ENDPOINT_URL_SSM: `http://127.0.0.1:${port}`,
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
  };
  for (const [key, value] of Object.entries(environment)) vi.stubEnv(key, value);
  forgetClientSecret();
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    forgetClientSecret();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return asked;
}

test("is read once, decrypted, with a signature; and again after the provider has refused it", async () => {
  let value = "first";
  const asked = await aManager(() => [200, JSON.stringify({ Parameter: { Name: name, Value: value } })]);
  expect(await Promise.all([readClientSecret(), readClientSecret()])).toEqual(["first", "first"]);
  value = "second";
  expect(await readClientSecret()).toBe("first");
  forgetClientSecret();
  expect(await readClientSecret()).toBe("second");
  const once = {
    body: { Name: name, WithDecryption: true },
    isSigned: true,
    target: "AmazonSSM.GetParameter",
  };
  expect(asked).toEqual([once, once]);
});

test("503 if it cannot be read, with the reason for the log alone; the next sign-in tries again", async () => {
  let answer: [number, string] = [400, '{"__type":"ParameterNotFound","message":"hush"}'];
  await aManager(() => answer);
  const error: unknown = await readClientSecret().catch((error: unknown) => error);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({
    status: 503,
    message: "Signing in this way does not work now; try again",
    cause: {
      message: "the parameter with the client secret: Systems Manager answered 400 ParameterNotFound",
    },
  });
  for (const body of ["", "nonsense", "{}", '{"Parameter":{"Value":""}}']) {
    answer = [200, body];
    await expect(readClientSecret()).rejects.toMatchObject({ status: 503 });
  }
  answer = [200, '{"Parameter":{"Value":"found"}}'];
  expect(await readClientSecret()).toBe("found");
});

test("without a parameter it is that of the environment", async () => {
  vi.stubEnv("GRIDLESS_OIDC_CLIENT_SECRET", "plain");
  const secret = await readClientSecret();
  vi.unstubAllEnvs();
  expect(secret).toBe("plain");
  expect(await readClientSecret()).toBe("");
});
