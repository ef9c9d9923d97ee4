/* Another user of this machine, who tries to read files. Only root can become one. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const nobody = { uid: 65_534, gid: 65_534 };

/** Whether this process may act as another user. */
export const canBeNobody = process.getuid?.() === 0;

const script = `
for path in "$@"; do
  if [ -d "$path" ] && ls -A "$path" >/dev/null 2>&1; then echo "list $path"; fi
  if cat "$path" >/dev/null 2>&1; then echo "read $path"; fi
  if [ -w "$path" ]; then echo "write $path"; fi
  if stat "$path" >/dev/null 2>&1; then echo "stat $path"; fi
done
true`;

/** What the user nobody may do with these files and folders: `list`, `read`, `write` or `stat`, and the path. */
export async function whatNobodyMay(paths: string[]): Promise<string[]> {
  const { stdout } = await run("sh", ["-c", script, "sh", ...paths], { ...nobody, cwd: "/" });
  return stdout.split("\n").filter(Boolean);
}
