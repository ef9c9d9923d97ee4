/* The client on a page of the server itself: a session in place of a token. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { gridless } from "#lib/client/index";

test("it sends the name of its window, and no token", async () => {
  const sent: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    sent.push(request.headers);
    response.end("[]");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await gridless({ url, windowId: "w1" }).request("GET", "/space");
  await gridless({ url, token: "t1" }).request("GET", "/space");
  expect(sent.map((headers) => [headers["x-window-id"], headers.authorization])).toEqual([
    ["w1", undefined],
    [undefined, "Bearer t1"],
  ]);
  server.close();
});

test("one of both is needed, and not both", () => {
  const url = "http://127.0.0.1:1";
  expect(() => gridless({ url })).toThrow("a token is missing");
  expect(() => gridless({ url, token: "t", windowId: "w" })).toThrow("in place of a token");
});
