/*
 * npm run trace: which of our files and functions run for one request, counted by V8. The second request of its kind is followed, so that
 * imports are not counted. Nothing in the background runs, and what happens after the answer is not counted.
 */
import { runCommand } from "#lib/local/process/command";
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { ask } from "./bench/ask.ts";
import { withHandlers } from "./bench/handlers.ts";
import { countFunctions, startTracing, type Trace } from "./trace/count-functions.ts";

const command = {
  run: "npm run trace",
  does: "Prints how many of our files and functions run for one request, those of lib and functions without lib/local.",
  words: {
    shown: "[route]",
    does: 'which requests, for example "POST /table/{tableId}/record"; without it all that are known',
    most: 1,
  },
  options: {
    names: { does: "also print the names of the files and functions" },
    json: { does: "print the figures as JSON" },
  },
  examples: ["npm run trace", 'npm run trace -- "POST /table/{tableId}/record" --names'],
} as const;

/** Traces of the same request may differ, for example when the use of its token is written down. The smallest trace counts. */
const tries = 3;

await runCommand(command, async ({ words: [asked], options: { names, json } }) => {
  const trace = await startTracing();
  // the code to count must be imported after counting has started
  const { makeScenes } = await import("./trace/scenes.ts");
  await withHandlers("dynoxide", async (handlers) => {
    const told = [];
    for (const scene of await makeScenes(handlers)) {
      const call = await scene.call();
      const { method, path } = call.endpoint.definition;
      const route = `${method} ${path}`;
      if (asked !== undefined && asked !== route) continue;
      await ask(handlers.dev, call);
      const traces: Trace[] = [];
      for (let i = 0; i < tries; i++) {
        const next = await scene.call();
        traces.push(await trace(() => ask(handlers.dev, next)));
      }
      const [smallest] = traces.sort((one, other) => countFunctions(one) - countFunctions(other));
      if (smallest) told.push({ route, title: scene.title, trace: smallest });
    }
    if (told.length === 0) throw new StartError(`no request of ${asked} is known; npm run trace prints all`);
    for (const { route, title, trace: ran } of told) {
      const figures = { files: ran.size, functions: countFunctions(ran) };
      say(
        json
          ? JSON.stringify({ route, title, ...figures })
          : `${route}, ${title}: ${figures.files} files, ${figures.functions} functions`,
      );
      if (names) for (const [file, functions] of [...ran].sort()) say(`  ${file}: ${functions.join(", ")}`);
    }
  });
});
