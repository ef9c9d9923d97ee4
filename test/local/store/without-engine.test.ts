/* A platform that the embedded engine is not made for. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startStore } from "#lib/local/store/embedded-store";
import { withoutEngine } from "#lib/local/store/engine-process";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";

let temporary: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  temporary = temporaryFolder();
});
afterEach(() => temporary.remove());

/** Preloaded: what npm start meets on a Mac, whose npm ci installs no engine. */
const onAMac = `
  const Module = require("node:module");
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (name, ...rest) {
    if (name.startsWith("@dynoxide/")) throw new Error("Cannot find module " + name);
    return resolve.call(this, name, ...rest);
  };
  Object.defineProperties(process, { platform: { value: "darwin" }, arch: { value: "arm64" } });
`;

test("npm start prints how to run DynamoDB Local, and exits with 1", async () => {
  const preloaded = join(temporary.folder, "preloaded.cjs");
  writeFileSync(preloaded, onAMac);
  const { AWS_ENDPOINT_URL_DYNAMODB: _, ...env } = process.env;
  const started = promisify(execFile)(process.execPath, ["--require", preloaded, "bin/serve.ts"], {
    cwd: projectFolder,
    env: { ...env, GRIDLESS_DATA: join(temporary.folder, "data"), PORT: "0" },
  });
  const stderr = `${withoutEngine("darwin", "arm64")}\n`;
  await expect(started).rejects.toMatchObject({ code: 1, stdout: "", stderr });
});

test.each(["darwin", "linux", "win32"])("on %s the message has a command for each way", (platform) => {
  const message = withoutEngine(platform, "arm64");
  expect(message).toMatch(`There is no embedded DynamoDB for ${platform} arm64`);
  const commands = message.split("\n").filter((line) => line.startsWith("  "));
  expect(commands).toEqual([
    expect.stringMatching(/^ {2}docker run .*-p 8000:8000 amazon\/dynamodb-local/),
    expect.stringMatching(/^ {2}java .*-jar DynamoDBLocal\.jar/),
    expect.stringMatching(/AWS_ENDPOINT_URL_DYNAMODB=.*npm start/),
  ]);
});

test("its variables, as a shell reads them, start the store on that DynamoDB", async () => {
  const [line = ""] = /^ {2}AWS_.* npm start$/m.exec(withoutEngine("darwin", "arm64")) ?? [];
  const print = `${line.trim().replace("npm start", process.execPath)} -p 'JSON.stringify(process.env)'`;
  const { stdout } = await promisify(execFile)("sh", ["-c", print]);
  const variables = JSON.parse(stdout) as Record<string, string>;
  // DynamoDB Local takes letters and digits only
  expect(variables["AWS_ACCESS_KEY_ID"]).toMatch(/^[A-Za-z0-9]+$/);
  const embedded = await startStore({ folder: temporary.folder, env: {} });
  try {
    const env = {
      ...variables,
      AWS_ENDPOINT_URL_DYNAMODB: embedded.endpoint,
      GRIDLESS_STORE: "elsewhere",
    };
    expect(variables["AWS_ENDPOINT_URL_DYNAMODB"]).toBe("http://127.0.0.1:8000");
    const { environment, stop } = await startStore({ folder: "/nowhere", env });
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = variables;
    expect(environment).toMatchObject({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
    await stop();
  } finally {
    await embedded.stop();
  }
});
