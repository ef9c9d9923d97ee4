import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { StartError } from "#lib/local/process/start-error";

/** Listens, and returns the address to open. `setting` names the setting with which a user chooses another port. */
export async function listen(server: Server, host: string, port: number, setting = "PORT"): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explained(error, host, port, setting)));
    server.listen(port, host, resolve);
  });
  return `http://${shown(host)}:${(server.address() as AddressInfo).port}`;
}

function explained(cause: NodeJS.ErrnoException, host: string, port: number, setting: string): StartError {
  const { code, message } = cause;
  if (code === "EADDRINUSE")
    return new StartError(`port ${port} is taken: set ${setting} to another`, { cause });
  if (code === "EACCES")
    return new StartError(`port ${port} is not for us to open: set ${setting} to another`, { cause });
  return new StartError(`cannot listen on ${host}, port ${port}: ${message}`, { cause });
}

/** The host for a URL; a host that means every interface becomes localhost. */
function shown(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
