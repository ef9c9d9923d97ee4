/*
 * AWS's DynamoDB Local, in memory, for one test run. It checks no signatures, so it is for tests alone; Loopback.java keeps it
 * on the loopback interface.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { StartError } from "#lib/local/process/start-error";
import { fetchJars } from "./fetch-jars.ts";

/** Throws a StartError without Java 17. */
export async function startDynamodbLocal(): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const jars = fetchJars();
  const options = ["-Xmx2g", "-cp", join(jars, "*"), `-Djava.library.path=${jars}`];
  const java = spawn("java", [...options, join(import.meta.dirname, "Loopback.java")], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  let complained = "";
  java.stderr
    .setEncoding("utf8")
    .on("data", (text: string) => (complained = (complained + text).slice(-2000)));
  const ended = new Promise<void>((resolve) => {
    java.once("error", () => resolve());
    java.once("close", () => resolve());
  });
  const port = await new Promise<string>((resolve, reject) => {
    java.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const [, found] = /^port (\d+)\n/m.exec(said) ?? [];
      if (found) resolve(found);
    });
    void ended.then(() =>
      reject(
        new StartError(
          `GRIDLESS_ENGINE=local needs a Java Development Kit, 17 or later, on PATH (apt-get install openjdk-17-jdk-headless): ${complained.trim() || "there is no java"}`,
        ),
      ),
    );
  });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      // it ends with its input
      java.stdin.end();
      await ended;
    },
  };
}
