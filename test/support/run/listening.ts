/* The sockets at which a process and its children take connections or messages of others: Linux only. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** For example `tcp 127.0.0.1:3000`, `tcp6 [::1]:3000`, `udp 0.0.0.0:53`, `unix /run/x`; sorted. */
export function listeningSockets(pid: number): string[] {
  return familyOf(pid).flatMap(socketsOf).toSorted();
}

/** The process and all its descendants. */
export function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    (read(`/proc/${pid}/task/${thread}/children`) ?? "").split(" ").filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(familyOf)];
}

function socketsOf(pid: number): string[] {
  const inodes = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => inodeOf(`/proc/${pid}/fd/${fd}`)));
  const lines = (name: string) =>
    (read(`/proc/${pid}/net/${name}`) ?? "")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/));
  const overInternet = ["tcp", "tcp6", "udp", "udp6"].flatMap((name) =>
    lines(name)
      .filter(([, , , state, , , , , , inode]) => states[name]?.includes(state ?? "") && inodes.has(inode))
      .map(([, local = ""]) => `${name} ${addressOf(local)}`),
  );
  const unix = lines("unix")
    .filter(([, , , flags = "", , , inode]) => Number.parseInt(flags, 16) & accepting && inodes.has(inode))
    .map(([, , , , , , , path = ""]) => `unix ${path}`);
  return [...overInternet, ...unix];
}

/** TCP: listening. UDP: open to all senders. */
const states: Record<string, string[]> = { tcp: ["0A"], tcp6: ["0A"], udp: ["07"], udp6: ["07"] };
/** The flag of a Unix socket that listens. */
const accepting = 0x10000;

/** `0100007F:0BB8`: groups of four bytes, each in the order of the machine. */
function addressOf(local: string): string {
  const [hex = "", port = ""] = local.split(":");
  const groups = hex.match(/.{8}/g) ?? [];
  const bytes = groups.flatMap((group) => [...Buffer.from(group, "hex").reverse()]);
  const address = bytes.length === 4 ? bytes.join(".") : `[${shorten(Buffer.from(bytes).toString("hex"))}]`;
  return `${address}:${Number.parseInt(port, 16)}`;
}

const shorten = (hex: string) => new URL(`http://[${hex.match(/.{4}/g)?.join(":")}]`).hostname.slice(1, -1);

/** The number of a socket; undefined for another file, or one that was closed meanwhile. */
function inodeOf(path: string): string | undefined {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(path))?.[1];
  } catch {
    return undefined;
  }
}

/** Undefined when the process has ended. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
