/* Operations that a stack must survive without losing data. Each continues with the data of the one before. */
import assert from "node:assert/strict";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { admin, assertKept, type Content, type Data, read } from "./data.ts";
import type { Emulator } from "./emulator.ts";
import { environment } from "./folders.ts";
import { run } from "./processes.ts";
import { seeSettings } from "./settings.ts";
import { adopt, type Deployed, deploy, destroy, stackOf } from "./stack.ts";
import { whileWriting } from "./writers.ts";

export interface Check {
  name: string;
  work: () => Promise<unknown>;
}

/** Checks the templates in the folder `out`, nested ones too, with cfn-lint. W3005 is about DependsOn that the CDK writes. */
export const lint = (python: string, out: string, name = "cfn-lint") =>
  run(path.join(python, "cfn-lint"), ["-r", "us-east-1", "-i", "W3005", "--", "*.template.json"], {
    name,
    env: environment(),
    cwd: out,
  });

interface Stack {
  emulator: Emulator;
  /** After `adopt` that of the new stack. */
  deployed: Deployed;
  data: Data;
  /** The content before the tests. Data of the tests is not compared, because jobs may still be removing what they deleted. */
  before: Content;
  /** Folders of the deployed templates, and of changed templates of the same stack. */
  out: string;
  changed: string;
}

/**
 * An update and a rollback while clients write, writes that are stopped, the deletion of the stack, and a new stack with the retained store
 * and bucket.
 */
export function life(stack: Stack): Check[] {
  const { emulator, deployed, data, before, out, changed } = stack;
  let cdnHost: string | undefined;
  const deployUnderWrites = (templates: string, name: string) => () =>
    whileWriting(deployed, data, async () => {
      const now = await deploy(emulator, templates, name);
      cdnHost = now.cdnHost;
      const address = cdnHost ? { apiUrl: deployed.apiUrl, origin: deployed.origin } : {};
      assert.deepEqual({ ...now, ...address, cdnHost: undefined }, { ...deployed, cdnHost: undefined });
      assertKept(await read(emulator, deployed, data), before, `${name}: data is lost`);
    });
  return [
    { name: "update", work: deployUnderWrites(changed, "update") },
    {
      name: "settings",
      work: () => seeSettings(emulator, { ...deployed, ...(cdnHost && { cdnHost }) }, data),
    },
    // as docs/operations says: the version before is deployed again
    { name: "rollback", work: deployUnderWrites(out, "rollback") },
    { name: "writes", work: () => stopAndResume(emulator, deployed, data) },
    {
      name: "destroy",
      async work() {
        await destroy(emulator, out);
        const { status } = await fetch(`${deployed.apiUrl}/openapi.json`);
        assert.equal(status, 404, "the API still exists");
      },
    },
    {
      name: "adopt",
      async work() {
        await adopt(emulator, out, deployed);
        const again = await deploy(emulator, out, "redeploy");
        assert.equal(again.storeName, deployed.storeName, "the store is not the one that was retained");
        assert.equal(again.bucketName, deployed.bucketName, "the bucket is not the one that was retained");
        assertKept(await read(emulator, again, data), before, "the retained store has lost data");
        stack.deployed = again;
      },
    },
  ];
}

/** The operator stops writes and lets them go on; two calls that no client made before see it at once, others within a minute. */
async function stopAndResume(emulator: Emulator, deployed: Deployed, data: Data): Promise<void> {
  const writes = (...given: string[]) => admin(emulator, ["writes", "--stack", stackOf(deployed), ...given]);
  const status = async (at: string, body: object) => {
    const headers = { authorization: `Bearer ${data.token}`, "content-type": "application/json" };
    const response = await fetch(deployed.apiUrl + at, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return `${response.status} ${/"(writes_stopped)"/.exec(await response.text())?.[1] ?? ""}`.trim();
  };
  const until = async (wanted: string, at: string, body: object) => {
    const end = Date.now() + 90_000;
    for (let seen = ""; seen !== wanted; await pause(1000)) {
      seen = await status(at, body);
      assert.ok(seen === wanted || Date.now() < end, `${at} is ${seen}, not ${wanted}`);
    }
  };
  await writes("--stop", "a rehearsal");
  await until("503 writes_stopped", "/space", { name: "Stopped" });
  await read(emulator, deployed, data);
  assert.match(await writes("--show"), /until --resume: a rehearsal/);
  await writes("--resume");
  await until("201", "/base", { spaceId: data.spaceId, name: "Resumed" });
}
