/* npm run client: the npm package of lib/client. */
import path from "node:path";
import { runCommand } from "#lib/local/process/command";
import { say } from "#lib/local/process/terminal";
import { buildClient } from "./client/build-client.ts";

const command = {
  run: "npm run client",
  does: "Writes @gridless/client into a folder, as an npm package: code for import and require, types, README and license.",
  options: { out: { value: "<folder>", does: "where to write it", default: "dist/client" } },
  examples: ["npm run client", "npm run client -- --out /tmp/client && npm pack /tmp/client"],
} as const;

await runCommand(command, async ({ options: { out } }) => {
  const { version, bytes, packedBytes } = await buildClient(path.resolve(out));
  const kilobytes = (count: number) => `${(count / 1000).toFixed(1)} kB`;
  say(`${out}: @gridless/client ${version}, ${kilobytes(bytes)}, with gzip ${kilobytes(packedBytes)}`);
});
