/*
 * Before the first `npm start`: fills the compile cache (compile-cache.cjs) in another process. So the server never loads the code that
 * strips types, which would keep 25 MB of memory. A new `npm ci` removes the cache with node_modules, so it is filled again.
 */
const { spawnSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const { existsSync } = require("node:fs");
const { getCompileCacheDir } = require("node:module");
const { join } = require("node:path");

const folder = getCompileCacheDir();
// several checkouts may share one folder
const checkout = createHash("sha256").update(__dirname).digest("hex").slice(0, 12);
const mark = folder && join(folder, `filled-${checkout}`);

if (mark && !existsSync(mark)) {
  // code that was compiled with other options of V8 is not used, so the child gets those of this process
  const options = process.execArgv.filter((option) => option.startsWith("--") && option !== "--require");
  const child = [
    ...options,
    "--require",
    join(__dirname, "require-node-24.cjs"),
    join(__dirname, "fill-compile-cache.ts"),
    mark,
    String(process.pid),
  ];
  // if a signal ends this process first, the child ends soon after it
  spawnSync(process.execPath, child, { stdio: "ignore" });
}
