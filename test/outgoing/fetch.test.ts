/*
 * Calls to real servers on this machine, which is allowed as with npm start. Names that a test resolver maps to this machine show that
 * it cannot be reached otherwise.
 */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fetchFrom } from "#lib/outgoing/fetch";
import { projectFolder } from "#lib/registry";
import { cert as ca } from "./support/certificate.ts";
import { aReceiver, callingOwnMachine, leadingTo, patient, saying, unreachable } from "./support/receiver.ts";

const run = promisify(execFile);

beforeEach(callingOwnMachine);
afterEach(() => vi.restoreAllMocks());

/** A resolver for these names that records its calls. A name has one list of addresses for each call; the last one is repeated. */
function knowing(names: Record<string, string[][]>) {
  const asked: string[] = [];
  const resolve = async (name: string) => {
    const turn = asked.filter((each) => each === name).length;
    asked.push(name);
    const found = names[name]?.[turn] ?? names[name]?.at(-1);
    if (!found) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: "ENOTFOUND" });
    return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  return { asked, resolve };
}

test("gives status, headers and body", async () => {
  const { url } = await aReceiver((_, response) =>
    response.writeHead(418, { "content-type": "text/plain" }).end("short and stout"),
  );
  expect(await fetchFrom(`${url}/pot`, patient)).toMatchObject({
    status: 418,
    headers: { "content-type": "text/plain" },
    body: Buffer.from("short and stout"),
  });
});

test("sends path, query and Host, and no other headers of ours than User-Agent", async () => {
  const { url, port } = await aReceiver((request, response) => {
    const { method, headers } = request;
    response.end(JSON.stringify({ method, url: request.url, headers }));
  });
  const outcome = await fetchFrom(`${url.replace("127.0.0.1", "localhost")}/a%20b?c=d#e`, patient);
  expect(JSON.parse(String("body" in outcome && outcome.body))).toEqual({
    method: "GET",
    url: "/a%20b?c=d",
    headers: {
      host: `localhost:${port}`,
      "user-agent": "Gridless",
      "accept-encoding": "identity",
      connection: "close",
    },
  });
});

test("sends body and headers of a POST", async () => {
  const { url } = await aReceiver(async (request, response) => {
    const chunks = await request.toArray();
    response.end(
      `${request.method} ${request.headers["webhook-id"]} ${request.headers["content-length"]} ${Buffer.concat(chunks)}`,
    );
  });
  const outcome = await fetchFrom(url, {
    ...patient,
    method: "POST",
    headers: { "webhook-id": "msg_1" },
    body: "né",
  });
  expect(outcome).toMatchObject({ body: Buffer.from("POST msg_1 3 né") });
});

test("does not use a proxy from the environment, which would resolve names again", async () => {
  const proxy = await aReceiver(saying("by proxy"));
  const { url } = await aReceiver(saying("straight"));
  const script = `const { fetchFrom } = await import("#lib/outgoing/fetch");
    const { body } = await fetchFrom(process.argv[1], ${JSON.stringify(patient)});
    process.stdout.write(body);`;
  const environment = { NODE_USE_ENV_PROXY: "1", http_proxy: proxy.url, HTTP_PROXY: proxy.url, no_proxy: "" };
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script, url], {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
  });
  expect(stdout).toBe("straight");
  expect(proxy.connections()).toBe(0);
});

describe("https", () => {
  test("with a trusted certificate", async () => {
    const { url } = await aReceiver(saying("hello"), { secure: true });
    expect(await fetchFrom(url, patient, { ca })).toMatchObject({ status: 200, body: Buffer.from("hello") });
  });

  test("refuses an untrusted certificate, also with NODE_TLS_REJECT_UNAUTHORIZED=0", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    vi.spyOn(process, "emitWarning").mockReturnValue();
    const receiver = await aReceiver(saying("hello"), { secure: true });
    expect(await fetchFrom(receiver.url, patient)).toEqual({
      problem: { reason: "untrusted", message: "has no valid certificate for its name" },
    });
  });

  test("refuses a certificate for another name", async () => {
    const { port } = await aReceiver(saying("hello"), { secure: true });
    expect(await fetchFrom(`https://127.0.0.1:${port}`, patient, { ca })).toMatchObject({
      problem: { reason: "untrusted" },
    });
  });
});

describe("names", () => {
  test("are resolved only once", async () => {
    const { url } = await aReceiver(saying("first"));
    const { asked, resolve } = knowing({ localhost: [["127.0.0.1"], ["127.0.0.2"]] });
    const outcome = await fetchFrom(url.replace("127.0.0.1", "localhost"), patient, { resolve });
    expect(outcome).toMatchObject({ body: Buffer.from("first") });
    expect(asked).toEqual(["localhost"]);
  });

  test("are tried with each of their addresses", async () => {
    const { port } = await aReceiver(saying("v6"), { host: "::1" });
    const { resolve } = knowing({ localhost: [["127.0.0.3", "::1"]] });
    const outcome = await fetchFrom(`http://localhost:${port}`, patient, { resolve });
    expect(outcome).toMatchObject({ body: Buffer.from("v6") });
  });

  test.each([
    ["a private address", ["10.0.0.1"]],
    ["this machine, even if it may be called as localhost", ["127.0.0.1"]],
    ["this machine, mapped", ["::ffff:127.0.0.1"]],
    ["a public and a private address", ["93.184.215.14", "127.0.0.1"]],
    ["a public and a private IPv6 address", ["2606:4700:4700::1111", "fd00::1"]],
    ["the address of instance credentials", ["169.254.169.254"]],
    ["no address", []],
  ])("that resolve to %s are not called, with the same error as unknown names", async (_, addresses) => {
    const receiver = await aReceiver(saying("secret"), { secure: true });
    const { resolve } = knowing({ "evil.example.org": [addresses] });
    const asking = (name: string) => fetchFrom(`https://${name}:${receiver.port}/`, patient, { resolve, ca });
    const outcome = await asking("evil.example.org");
    expect(outcome).toEqual({ problem: unreachable });
    expect(outcome).toEqual(await asking("nobody.example.org"));
    expect(receiver.connections()).toBe(0);
  });

  test("a closed port gives the same error as an unknown name", async () => {
    const closed = createServer();
    await once(closed.listen(0, "127.0.0.1"), "listening");
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await fetchFrom(`http://127.0.0.1:${port}`, patient)).toEqual({ problem: unreachable });
  });

  test("localhost that resolves to another machine is not called", async () => {
    const { resolve } = knowing({ localhost: [["10.0.0.1"]] });
    expect(await fetchFrom("http://localhost:3000", patient, { resolve })).toEqual({ problem: unreachable });
  });
});

test.each(["http://127.0.0.1", "http://localhost", "https://localhost"])(
  "%s is not called without GRIDLESS_OUTGOING",
  async (origin) => {
    vi.stubEnv("GRIDLESS_OUTGOING", undefined);
    const receiver = await aReceiver(saying("secret"));
    expect(await fetchFrom(`${origin}:${receiver.port}`, patient)).toMatchObject({
      problem: { reason: "refused" },
    });
    expect(receiver.connections()).toBe(0);
  },
);

describe("redirects", () => {
  test("are returned if they are not to be followed", async () => {
    const { url } = await aReceiver(leadingTo("https://example.org/"));
    expect(await fetchFrom(url, patient)).toMatchObject({ status: 302, body: Buffer.alloc(0) });
  });

  test.each([301, 302, 303, 307, 308])("%s is followed up to the limit", async (status) => {
    const { url } = await aReceiver((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end("here");
      else leadingTo(`./${left - 1}`, status)(request, response);
    });
    expect(await fetchFrom(`${url}/3`, { ...patient, redirects: 3 })).toMatchObject({
      body: Buffer.from("here"),
    });
    expect(await fetchFrom(`${url}/4`, { ...patient, redirects: 3 })).toEqual({
      problem: { reason: "leadsOn", message: "redirects more than 3 times" },
    });
  });

  test.each([
    "http://10.0.0.1/",
    "http://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/latest/meta-data/",
    "http://example.org/",
    "file:///etc/passwd",
    "https://ada:secret@example.org/",
    "//printer/",
  ])("to %s are refused", async (location) => {
    const { url } = await aReceiver(leadingTo(location));
    expect(await fetchFrom(url, { ...patient, redirects: 3 })).toMatchObject({
      problem: {
        reason: "refused",
        message: expect.stringMatching(/^redirects to another address, which must /),
      },
    });
  });

  test("to a name that resolves to a private address are refused", async () => {
    const { url } = await aReceiver(leadingTo("https://evil.example.org/"));
    const { asked, resolve } = knowing({ "evil.example.org": [["10.0.0.1"]] });
    expect(await fetchFrom(url, { ...patient, redirects: 3 }, { resolve })).toEqual({ problem: unreachable });
    expect(asked).toEqual(["evil.example.org"]);
  });

  test("of a POST are not followed, so it never becomes a GET", async () => {
    const { url } = await aReceiver(leadingTo("/elsewhere", 303));
    expect(await fetchFrom(url, { ...patient, method: "POST", body: "{}" })).toMatchObject({ status: 303 });
  });
});
