/* What runtimes have for following. Browsers have all of it; Deno, Bun and Node from 22 on have sockets, Node 20 has none of it. */

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

interface Runtime extends Partial<Listens> {
  document?: Listens & { readonly visibilityState: string };
  WebSocket?: new (url: string, protocols: string[]) => OpenSocket;
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
