/*
 * A way to the deployed stack by the address that it has in its own answers. The emulator answers at that address, but the name is in no
 * DNS, and not in its certificate: clients that check both go through this proxy, which has a certificate for the name.
 */
import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer, request } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Emulator } from "./emulator.ts";
import { type Environment, environment, folders } from "./folders.ts";
import { run } from "./processes.ts";
import type { Deployed } from "./stack.ts";

export interface Proxy {
  /** For programs of Node and Python: the proxy, and the certificate to trust. */
  env: Environment;
  stop: () => void;
}

/** Other addresses than that of the stack get no connection. */
export async function startProxy(emulator: Emulator, { origin }: Deployed): Promise<Proxy> {
  const { hostname, host } = new URL(origin);
  const { key, certificate } = await makeCertificate(hostname);
  const stack = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (asked, answer) => {
    const { method, headers } = asked;
    // its certificate has this name; the header has that of the stack
    const options = { method, headers, servername: "localhost" };
    const passed = request(new URL(asked.url ?? "/", emulator.url), options, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on("error", (error) => answer.destroy(error));
    asked.pipe(passed);
  });
  const proxy = createHttpServer((_, answer) => answer.writeHead(403).end());
  proxy.on("connect", ({ url }, socket) => {
    if (url !== host) return socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    return stack.emit("connection", socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    env: {
      ...environment(),
      HTTPS_PROXY: `http://127.0.0.1:${port}`,
      NODE_USE_ENV_PROXY: "1",
      NODE_EXTRA_CA_CERTS: certificate,
      SSL_CERT_FILE: certificate,
    },
    stop() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

/** The emulator makes its own with openssl too. */
async function makeCertificate(hostname: string): Promise<{ key: string; certificate: string }> {
  const key = path.join(folders.run, "proxy.key");
  const certificate = path.join(folders.run, "proxy.crt");
  const made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=gridless"];
  const named = ["-addext", `subjectAltName=DNS:${hostname}`, "-keyout", key, "-out", certificate];
  await run("openssl", ["req", ...made, ...named], { name: "openssl", env: environment() });
  return { key, certificate };
}
