import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { handler as getApp } from "#functions/app/get-app";
import { send } from "#test/support/requests/call";
import { pageIn } from "#test/support/requests/form";

const get = (path: string, headers: Record<string, string> = {}) =>
  send(getApp, { method: "GET", path, headers });
const [baseId, tableId] = ["bse4mSa1Cw6nZ8tQ0Yh", "tbl4mSa1Cw6nZ8tQ0Yh"];
const inTable = `/app/${baseId}/${tableId}`;

/** The addresses of all files that the page names. */
async function namedByPage(): Promise<string[]> {
  const { body } = await get("/app");
  return [...String(body).matchAll(/(?:href|src)="(\/app\/assets\/[^"]+)"/g)].map(([, found = ""]) => found);
}

test.each(["/app", `/app/${baseId}`, `/app/${baseId}/`, inTable, `${inTable}/viw4mSa1Cw6nZ8tQ0Yh`])(
  "200: the page at %s, asked for again each time",
  async (path) => {
    const { status, headers, body } = await get(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
    });
    expect(String(body)).toContain('<div id="app">');
  },
);

test("the page has no script of its own, and its policy allows none", async () => {
  const { headers, body } = await get("/app");
  const policy = String(headers["content-security-policy"]).split("; ");
  expect(policy).toEqual(
    expect.arrayContaining([
      ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"],
      ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
    ]),
  );
  expect(policy.join()).not.toMatch(/unsafe|\*/);
  expect(String(body)).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
});

test.each([
  [
    "wss://abc.execute-api.eu-central-1.amazonaws.com/live",
    "wss://abc.execute-api.eu-central-1.amazonaws.com",
  ],
  ["", "ws://localhost"],
])("the page may open the socket where it is: %s", async (address, origin) => {
  vi.stubEnv("GRIDLESS_SOCKET", address);
  vi.stubEnv("GRIDLESS_ORIGIN", "http://localhost");
  const { headers } = await get("/app");
  vi.unstubAllEnvs();
  expect(headers["content-security-policy"]).toContain(`; connect-src 'self' ${origin}; `);
  expect(headers["content-security-policy"]).toMatch(
    /; media-src 'self'; frame-src [^ ;]+\/attachments\/read\/; /,
  );
});

test("on AWS the page may send files to the bucket and show pictures of it; on one machine files are of its own origin", async () => {
  const bucket = "https://files.s3.eu-central-1.amazonaws.com";
  vi.stubEnv("GRIDLESS_FILES_ORIGIN", bucket);
  vi.stubEnv("GRIDLESS_SOCKET", "wss://live.example.org/live");
  const { headers } = await get("/app");
  vi.unstubAllEnvs();
  const policy = headers["content-security-policy"];
  expect(policy).toContain(`; img-src 'self' data: ${bucket}; `);
  expect(policy).toContain(`; connect-src 'self' wss://live.example.org ${bucket}; `);
  expect(policy).toContain(`; media-src 'self' ${bucket}; frame-src ${bucket}; `);
});

test("200: its files are kept for ever, and come compressed as the caller likes", async () => {
  const named = await namedByPage();
  expect(named.map((file) => file.replace(/^.*\.|-.*\.(?=js)/g, "")).sort()).toContain("css");
  for (const file of named) {
    const plain = await get(file);
    expect(plain.status).toBe(200);
    expect(plain.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
    });
    const br = await get(file, { "accept-encoding": "gzip, deflate, br" });
    const gzip = await get(file, { "accept-encoding": "gzip" });
    expect([br.headers["content-encoding"], gzip.headers["content-encoding"]]).toEqual(["br", "gzip"]);
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
  }
});

test("404: a file of another build, and what is no path of the app", async () => {
  const [file = ""] = await namedByPage();
  const gone = file.replace(/-\w+\./, "-AAAAAAAA.");
  const traversals = ["/app/assets/..", "/app/assets/../app.json", "/app/assets/__proto__", "/app/assets/"];
  const others = [`/app/${tableId}`, `/app/${baseId}/x`, `${inTable}/x`, `${inTable}/${tableId}`];
  for (const path of [gone, ...traversals, "/app/nothing", ...others, "/app//"]) {
    const answer = await get(path);
    expect({ path, status: answer.status }).toEqual({ path, status: 404 });
    expect(pageIn(answer)).toContain("Nothing of the app is here");
  }
});
