/* Started by fill-compile-cache.cjs: imports all that `npm start` may import, and ends, which writes the compile cache. */
import { globSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [, , mark = "", parent] = process.argv;
/** The parent is known by an argument: it may have ended before this process could ask for it. A timer would get no turn between imports. */
function endWithParent(): void {
  if (process.ppid !== Number(parent)) process.exit(1);
}

endWithParent();
const project = path.join(import.meta.dirname, "..");
// the server itself then prints its help and does nothing
process.argv.splice(2, Number.POSITIVE_INFINITY, "--help");
const files = globSync("{bin/serve.ts,functions/*/*.ts,lib/**/*.ts}", {
  cwd: project,
  // needs development packages, which an installation may not have
  exclude: ["lib/stack/**"],
});
for (const file of files) {
  await import(pathToFileURL(path.join(project, file)).href).catch(() => {
    // it is not kept, and fails again where it is needed
  });
  endWithParent();
}
writeFileSync(mark, "");
