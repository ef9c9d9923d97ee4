/*
 * Reads pictures in a process of its own: it is started for the first picture and ended when there were none for a while, so its memory
 * (up to 640 MB for the largest pictures) is not that of the server. A picture that takes too long, or too much, ends only that process.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { extname, join } from "node:path";
import type { Answer, Picture, Scaled } from "./picture-program.ts";

/** Beside this file: as TypeScript, or as bundled by lib/stack/bundles/bundle.ts. */
const program = join(import.meta.dirname, `picture-program${extname(import.meta.filename)}`);

/** Milliseconds. The largest allowed picture takes 2 s of a processor; a function may run for 29 s. */
const longestInFunction = 25_000;
/** On one machine. Beside other work a picture of 2 s may take much longer, and it would have no thumbnails for good. */
const longestHere = 120_000;
const idle = 5_000;
/** As `nice` counts. Lower, and a busy machine would let it wait for too long. */
const priority = 5;

let running: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();
let ending: NodeJS.Timeout | undefined;

/**
 * The thumbnails of a picture; none if it is too low, not a picture, or takes too long. Throws if the process was ended from outside. One
 * picture at a time.
 */
export function scalePicture(picture: Picture): Promise<Scaled> {
  const scaling = last.then(() => scaleNext(picture));
  last = scaling.catch(() => {});
  return scaling;
}

async function scaleNext(picture: Picture): Promise<Scaled> {
  clearTimeout(ending);
  running ??= start();
  const child = running;
  child.ref();
  const longest = process.env["GRIDLESS_FILES"] ? longestHere : longestInFunction;
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), longest);
  try {
    const answer = await ask(child, picture, { over: over.signal, longest });
    if (answer.isWorn) end(child);
    return "scaled" in answer ? answer.scaled : [];
  } finally {
    clearTimeout(timer);
    child.unref();
    ending = setTimeout(() => end(child), idle).unref();
  }
}

/** Its answer; `unreadable` if it takes too long. Throws if it ends without one. */
async function ask(
  child: ChildProcess,
  picture: Picture,
  { over, longest }: { over: AbortSignal; longest: number },
): Promise<Answer> {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    const answered = once(child, "message", { signal }).then(([answer]) => answer as Answer);
    const exited = once(child, "exit", { signal }).then(([code, by]): never => {
      throw new Error(`the process that reads pictures ended: ${by ?? code}`);
    });
    const late = once(over, "abort", { signal }).then(
      (): Answer => ({ unreadable: `took more than ${longest} ms`, isWorn: true }),
    );
    child.send(picture);
    return await Promise.race([answered, exited, late]);
  } finally {
    settled.abort();
  }
}

/** Without our environment, which has credentials, and at low priority, because requests come first. */
function start(): ChildProcess {
  const child = fork(program, { execArgv: [], env: {}, serialization: "advanced", stdio: "ignore" });
  // its exit is reported too
  child.on("error", () => {});
  child.once("exit", () => {
    if (running === child) running = undefined;
  });
  try {
    setPriority(child.pid ?? 0, priority);
  } catch {
    // it may have ended already
  }
  return child;
}

function end(child: ChildProcess): void {
  if (running === child) running = undefined;
  child.kill("SIGKILL");
}
