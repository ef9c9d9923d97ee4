/* npm start whose main thread is held: no signal handler runs then. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { startServer } from "#test/support/requests/server";

test("a server that something holds for good ends by itself, also deaf to SIGTERM, with one line that says so", async () => {
  const { folder, remove } = temporaryFolder();
  try {
    const holder = join(folder, "..", `hold-${process.pid}.mjs`);
    writeFileSync(
      holder,
      'if (process.argv[1]?.endsWith("serve.ts")) process.on("SIGUSR2", () => { for (;;); });\n',
    );
    const server = await startServer(folder, { NODE_OPTIONS: `--import=${holder}` });
    server.process.kill("SIGUSR2");
    server.process.kill("SIGTERM");
    const [, signal] = await once(server.process, "close");
    expect(signal).toBe("SIGKILL");
    expect(server.output()).toMatch(
      /the server has not answered for \d+ s, because a job or a request holds it/,
    );
    // what was there is there, and the folder is free
    const again = await startServer(folder);
    expect(await again.stop("SIGTERM")).toBe(0);
  } finally {
    remove();
  }
}, 400_000);
