/*
 * The browser for tests of pages, in this order:
 *
 *   1. CHROMIUM: the path of a browser, or `none` for none
 *   2. the headless Chromium in the package @sparticuz/chromium, for Linux x64. It brings its libraries and fonts.
 *   3. an installed Chrome, Edge or Chromium
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { projectFolder } from "#lib/registry";

export interface FoundBrowser {
  executablePath: string;
  /** Where the system's loader finds the libraries and the fonts of the package. */
  env: Record<string, string>;
}

/** The browser, or the reason why there is none. */
export function findBrowser(): FoundBrowser | { missing: string } {
  const chosen = process.env["CHROMIUM"];
  if (chosen === "none") return { missing: "CHROMIUM=none" };
  if (chosen) {
    return existsSync(chosen) ? installed(chosen) : { missing: `no browser at CHROMIUM=${chosen}` };
  }
  const usual = usualPaths().find(existsSync);
  const found = packaged() ?? (usual === undefined ? undefined : installed(usual));
  return (
    found ?? { missing: "no browser: install Chrome, Edge or Chromium, or set CHROMIUM to the path of one" }
  );
}

const installed = (executablePath: string): FoundBrowser => ({ executablePath, env: {} });

function usualPaths(): string[] {
  const programs = [
    process.env["PROGRAMFILES"],
    process.env["PROGRAMFILES(X86)"],
    process.env["LOCALAPPDATA"],
  ];
  const names: Partial<Record<NodeJS.Platform, string[]>> = {
    linux: [
      "/usr/bin/chromium-headless-shell",
      "/usr/bin/google-chrome",
      "/usr/bin/microsoft-edge",
      "/usr/bin/chromium",
      "/usr/bin/chromium-browser",
    ],
    darwin: [
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ],
    win32: programs
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        path.join(folder, "Google/Chrome/Application/chrome.exe"),
        path.join(folder, "Microsoft/Edge/Application/msedge.exe"),
      ]),
  };
  return names[process.platform] ?? [];
}

/** Unpacks the browser of the package at its first use: 3 s, 250 MB. `undefined` on other platforms. */
function packaged(): FoundBrowser | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  let packs: string;
  try {
    packs = path.join(path.dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "../bin");
  } catch {
    return undefined;
  }
  const { version } = JSON.parse(readFileSync(path.join(packs, "../package.json"), "utf8")) as {
    version: string;
  };
  // the fonts are found by this path, also when a link that leads here is gone
  const cache = path.join(realpathSync(path.join(projectFolder, "node_modules")), ".cache");
  const folder = path.join(cache, `chromium-${version}`);
  if (!existsSync(folder)) unpack(packs, cache, folder);
  return {
    executablePath: path.join(folder, "chromium"),
    env: {
      LD_LIBRARY_PATH: [path.join(folder, "lib"), process.env["LD_LIBRARY_PATH"]].filter(Boolean).join(":"),
      FONTCONFIG_PATH: folder,
    },
  };
}

const fontsConf = (fonts: string) =>
  `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${fonts}/cache</cachedir></fontconfig>`;

/** The folder appears complete: several processes may unpack at the same time, and the first wins. */
function unpack(packs: string, cache: string, folder: string): void {
  const read = (name: string) => brotliDecompressSync(readFileSync(path.join(packs, name)));
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  try {
    const program = path.join(made, "chromium");
    writeFileSync(program, read("chromium.br"));
    chmodSync(program, 0o755);
    for (const name of ["al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"]) {
      execFileSync("tar", ["-xf", "-", "-C", made], { input: read(name) });
    }
    // that of the package names the folders of a Lambda
    writeFileSync(path.join(made, "fonts.conf"), fontsConf(path.join(folder, "fonts")));
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
