/* MiniStack: an emulator of AWS on this machine, with TLS and enforced IAM permissions. */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { StartError } from "#lib/local/process/start-error";
import { type Environment, environment, folders } from "./folders.ts";
import { end, lastLines, start } from "./processes.ts";

export interface Emulator {
  url: string;
  /** The environment for commands that use it: endpoint, trusted certificate and credentials. */
  env: Environment;
  stop(): Promise<void>;
}

const account = "000000000000";
const region = "us-east-1";
/** The emulator makes its own certificate. The temporary folder is new, so the file exists once the emulator listens. */
const certificate = path.join(folders.temporary, "ministack-tls/server.crt");

/** Waits until the emulator is ready; throws StartError if it ends before. */
export async function startEmulator(python: string): Promise<Emulator> {
  const port = await freePort();
  const url = `https://127.0.0.1:${port}`;
  const program = path.join(import.meta.dirname, "emulator.py");
  const { child, log, ended } = start(path.join(python, "python"), [program], {
    name: "emulator",
    cwd: folders.run,
    env: {
      ...environment(),
      BIND_HOST: "127.0.0.1",
      GATEWAY_PORT: String(port),
      USE_SSL: "1",
      AUTH: "true",
      IOT_MTLS_ENABLED: "0",
      SFTP_ENABLED: "0",
      MINISTACK_ACCOUNT_ID: account,
      MINISTACK_REGION: region,
    },
  });
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!(await isReady(url))) {
    if (isOver)
      throw new StartError(`the emulator did not start:\n${lastLines(readFileSync(log, "utf8"), 5)}`);
    await pause(100);
  }
  return {
    url,
    env: {
      ...environment(),
      HOME: folders.home,
      AWS_ENDPOINT_URL: url,
      NODE_EXTRA_CA_CERTS: certificate,
      AWS_CA_BUNDLE: certificate,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      CDK_DEFAULT_ACCOUNT: account,
      CDK_DEFAULT_REGION: region,
    },
    async stop() {
      end(child.pid);
      await ended;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  if (!existsSync(certificate)) return false;
  try {
    // the certificate did not exist yet when this process started
    setDefaultCACertificates([...getCACertificates("bundled"), readFileSync(certificate, "utf8")]);
    return (await fetch(`${url}/_ministack/health`)).ok;
  } catch {
    return false;
  }
}

/** A port that no process listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
