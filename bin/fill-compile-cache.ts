/* Started by fill-compile-cache.cjs: imports all that `npm start` may import, and ends, which writes the compile cache. */
import { globSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [, , mark = "", parent] = process.argv;
/**
 * The id of the parent is an argument, because the parent may have ended before this process could ask for it. This is called between
 * imports, because a timer would not run between them.
 */
function endWithParent(): void {
  if (process.ppid !== Number(parent)) process.exit(1);
}

endWithParent();
const project = path.join(import.meta.dirname, "..");
// with --help, the server only prints its help
process.argv.splice(2, Number.POSITIVE_INFINITY, "--help");
const files = globSync("{bin/serve.ts,functions/*/*.ts,lib/**/*.ts}", {
  cwd: project,
  // these need development packages, which an installation may not have
  exclude: ["lib/stack/**"],
});
for (const file of files) {
  await import(pathToFileURL(path.join(project, file)).href).catch(() => {
    // a file that cannot be imported is not cached, and fails again where it is needed
  });
  endWithParent();
}
writeFileSync(mark, "");
