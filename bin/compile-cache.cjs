/*
 * Keeps compiled code between runs. Without it each start strips the types of all files and compiles them again, which takes most of its
 * time and a quarter of its memory. Node runs the code in the cache, so the cache is only in a folder that no other user can write to.
 */
const { existsSync, lstatSync, mkdirSync } = require("node:fs");
const { homedir } = require("node:os");
const { enableCompileCache } = require("node:module");
const { dirname, join } = require("node:path");

/** The second folder is for a checkout that this user cannot write to. */
const places = [
  () => join(__dirname, "..", "node_modules", ".cache", "gridless"),
  () => join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "gridless"),
];

/** Makes the folder if it is missing; undefined if other users may have written there, or it cannot be used. */
function openOwn(place) {
  try {
    const folder = place();
    // not `recursive: true`, which never returns where the system answers ENOENT to a new folder, as in /proc
    makeFolder(dirname(folder), 0o755);
    makeFolder(folder, 0o700);
    const found = lstatSync(folder);
    const isOwn =
      process.platform === "win32" || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
    return isOwn && found.isDirectory() ? folder : undefined;
  } catch {
    return undefined;
  }
}

function makeFolder(folder, mode) {
  if (!existsSync(folder)) mkdirSync(folder, { mode });
}

function openFirst() {
  for (const place of places) {
    const folder = openOwn(place);
    if (folder) return folder;
  }
  return undefined;
}

// if NODE_COMPILE_CACHE names a folder, Node already uses that one, and this changes nothing
const folder = openFirst();
if (folder) enableCompileCache(folder);
