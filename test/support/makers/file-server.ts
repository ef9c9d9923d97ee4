/* A server on this machine that has one small file, for what is fetched from an address: one for each worker, until that ends. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pixel } from "./files.ts";

let started: Promise<string> | undefined;

export const fileUrl = (): Promise<string> => {
  started ??= start();
  return started;
};

async function start(): Promise<string> {
  const server = createServer((_, response) =>
    response.writeHead(200, { "content-type": "image/png" }).end(pixel),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/pixel.png`;
}
