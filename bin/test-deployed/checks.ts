/* What a stack must live through, each with the data that the one before left. */
import assert from "node:assert/strict";
import path from "node:path";
import { assertKept, type Content, type Data, read } from "./data.ts";
import type { Emulator } from "./emulator.ts";
import { environment } from "./folders.ts";
import { run } from "./processes.ts";
import { adopt, type Deployed, deploy, destroy } from "./stack.ts";

export interface Check {
  name: string;
  work: () => Promise<unknown>;
}

export const lint = (python: string, out: string) =>
  run(path.join(python, "cfn-lint"), ["-r", "us-east-1", "-i", "W3005", "--", "*.template.json"], {
    name: "cfn-lint",
    env: environment(),
    cwd: out,
  });

interface Stack {
  emulator: Emulator;
  deployed: Deployed;
  data: Data;
  /** What there was before the tests: of theirs, jobs clear away what they deleted when its minute has passed. */
  before: Content;
  /** The templates that are deployed, and others of the same stack. */
  out: string;
  changed: string;
}

export function life({ emulator, deployed, data, before, out, changed }: Stack): Check[] {
  return [
    {
      name: "update",
      async work() {
        assert.deepEqual(await deploy(emulator, changed, "update"), deployed);
        assertKept(await read(emulator, deployed, data), before, "an update lost data");
      },
    },
    {
      name: "destroy",
      async work() {
        await destroy(emulator, changed);
        const { status } = await fetch(`${deployed.apiUrl}/openapi.json`);
        assert.equal(status, 404, "the API is still there");
      },
    },
    {
      name: "adopt",
      async work() {
        await adopt(emulator, out, deployed);
        const again = await deploy(emulator, out, "redeploy");
        assert.equal(again.storeName, deployed.storeName, "another store than the one that was left");
        assert.equal(again.bucketName, deployed.bucketName, "another bucket than the one that was left");
        assertKept(await read(emulator, again, data), before, "the store that was left has lost data");
      },
    },
  ];
}
