/* What runtimes have for following. Pages have all of it; Deno, Bun and Node from 22 on have sockets, Node 20 has none of it. */

interface Listens {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

/** A connected or connecting socket. */
export interface OpenSocket {
  send(text: string): void;
  close(): void;
  addEventListener(type: "open" | "close" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
}

/** What pages of one origin say to each other. A page does not hear itself. */
export interface TabChannel<Message> {
  postMessage(message: Message): void;
  addEventListener(type: "message", listener: (event: { data: Message }) => void): void;
  close(): void;
}

interface LockOptions {
  signal?: AbortSignal;
  steal?: boolean;
}

interface Runtime extends Partial<Listens> {
  document?: Listens & { readonly visibilityState: string };
  WebSocket?: new (url: string, protocols: string[]) => OpenSocket;
  BroadcastChannel?: new <Message>(name: string) => TabChannel<Message>;
  navigator?: {
    locks?: { request(name: string, options: LockOptions, hold: () => Promise<void>): Promise<unknown> };
  };
}

const runtime: Runtime = globalThis;

export const isPageHidden = (): boolean => runtime.document?.visibilityState === "hidden";

/** Calls `wake` when the page is shown or hidden, and when the network is there again. Gives what ends that. */
export function listenForWaking(wake: () => void): () => void {
  const { document } = runtime;
  document?.addEventListener("visibilitychange", wake);
  runtime.addEventListener?.("online", wake);
  return () => {
    document?.removeEventListener("visibilitychange", wake);
    runtime.removeEventListener?.("online", wake);
  };
}

export const hasSockets = (): boolean => runtime.WebSocket !== undefined;

/** Begins to connect a socket. Undefined without sockets, or if the address is none. */
export function openSocket(url: string, protocols: string[]): OpenSocket | undefined {
  try {
    return runtime.WebSocket && new runtime.WebSocket(url, protocols);
  } catch {
    return undefined;
  }
}

/** Whether other pages of this origin can be heard, and one of them be elected: pages without TLS have no locks. */
export const hasTabs = (): boolean =>
  !!runtime.document && !!runtime.navigator?.locks && runtime.BroadcastChannel !== undefined;

/** A channel to the other pages of this origin that have opened it. Throws where this page may have none. */
export function openTabChannel<Message>(name: string): TabChannel<Message> {
  if (!runtime.BroadcastChannel) throw new TypeError("There are no channels here");
  return new runtime.BroadcastChannel<Message>(name);
}

/**
 * Waits until no other page holds the lock, then holds it while `hold` runs. With `steal` it is taken from the page that holds it. Rejects when
 * `signal` ends the wait, when another page took the lock away, and where pages may have no locks.
 */
export async function holdLock(name: string, options: LockOptions, hold: () => Promise<void>): Promise<void> {
  await runtime.navigator?.locks?.request(name, options, hold);
}
