/* The server and the token of a command: of the environment, else of the login. */
import process from "node:process";
import { type GridlessClient, gridless } from "../../index.ts";
import { Requests } from "../../requests.ts";
import { CommandError, wrongUsage } from "./failure.ts";
import { readLogin } from "./login-file.ts";

export interface ServerConnection {
  url: string;
  client: GridlessClient;
  requests: Requests;
  token: string;
}

/** An address as it is kept: without a path's last slash. Throws if it is none. */
export function readAddress(text: string): string {
  const typed = /^[a-z]+:\/\//i.test(text)
    ? text
    : `${/^(localhost|127\.|\[::1])/.test(text) ? "http" : "https"}://${text}`;
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw wrongUsage(
      `${JSON.stringify(text)} is not an address of a server`,
      "An address looks like https://tables.example.org or http://127.0.0.1:3000",
    );
  return url.href.endsWith("/") ? url.href.slice(0, -1) : url.href;
}

export const connectTo = (url: string, token: string): ServerConnection => ({
  ...{ url, token },
  client: gridless({ url, token }),
  requests: new Requests({ url, token }),
});

export function connectServer(): ServerConnection {
  const { GRIDLESS_URL: ownUrl, GRIDLESS_TOKEN: ownToken } = process.env;
  const set = ownUrl ? readAddress(ownUrl) : undefined;
  if (set && ownToken) return connectTo(set, ownToken);
  const kept = readLogin();
  const url = set ?? kept?.url;
  if (!url)
    throw new CommandError("notSignedIn", "no server is known", {
      hints: ["Sign in: gridless login <address>", "or set GRIDLESS_URL and GRIDLESS_TOKEN"],
    });
  if (ownToken) return connectTo(url, ownToken);
  // a token goes only to the server that made it
  if (kept?.url === url) return connectTo(url, kept.token);
  throw new CommandError("notSignedIn", `there is no token for ${url}`, {
    hints: [
      `Sign in: gridless login ${url}`,
      ...(kept ? [`The login is for ${kept.url}; GRIDLESS_URL says ${url}`] : []),
      "or set GRIDLESS_TOKEN",
    ],
  });
}
