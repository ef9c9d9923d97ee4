/* A proxy of connections, for sockets: it counts them, and can stop passing what comes, as a server does that is alive but answers nothing. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface SocketProxy {
  /** For the settings of the server, which tells it to its clients. */
  address: string;
  /** Begins to pass connections to this server. */
  passTo(url: string): void;
  /** How many were opened, and how many pieces came from clients. */
  opened: number;
  pieces: number;
  /** The fewest that were open at the same time since this was set. */
  fewest: number;
  /** Passes nothing more through those that are open; later ones pass. */
  freeze(): void;
  close(): Promise<unknown>;
}

export async function socketProxy(): Promise<SocketProxy> {
  const open = new Set<Socket>();
  const frozen = new Set<Socket>();
  let target = new URL("http://127.0.0.1");
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    open.add(client);
    proxy.opened++;
    client.on("data", (piece) => {
      proxy.pieces++;
      if (!frozen.has(client)) upstream.write(piece);
    });
    upstream.on("data", (piece) => frozen.has(client) || client.write(piece));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one
        .on("error", () => other.destroy())
        .on("close", () => {
          other.destroy();
          open.delete(client);
          proxy.fewest = Math.min(proxy.fewest, open.size);
        });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const proxy: SocketProxy = {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/socket`,
    passTo: (url) => {
      target = new URL(url);
    },
    ...{ opened: 0, pieces: 0, fewest: 0 },
    freeze: () => {
      for (const each of open) frozen.add(each);
      open.clear();
    },
    close: () => {
      for (const each of [...open, ...frozen]) each.destroy();
      return once(server.close(), "close");
    },
  };
  return proxy;
}
