/*
 * What `gridless login` keeps: one address with its token, in the system's folder for settings, readable by its owner only.
 *
 *   Linux     $XDG_CONFIG_HOME/gridless/login.json, else ~/.config/gridless/login.json
 *   macOS     ~/Library/Application Support/gridless/login.json
 *   Windows   %APPDATA%\gridless\login.json
 */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { CommandError } from "./failure.ts";

export interface KeptLogin {
  url: string;
  token: string;
}

export function loginFile(): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData } = process.env;
  const folder =
    process.platform === "win32" && appData
      ? appData
      : process.platform === "darwin" && !xdg
        ? path.join(homedir(), "Library", "Application Support")
        : xdg || path.join(homedir(), ".config");
  return path.join(folder, "gridless", "login.json");
}

/** Undefined if there is none. */
export function readLogin(): KeptLogin | undefined {
  const file = loginFile();
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  const kept = parsed(text);
  if (typeof kept?.url === "string" && typeof kept.token === "string")
    return { url: kept.url, token: kept.token };
  throw new CommandError("notSignedIn", `${file} cannot be read`, {
    hints: ["Sign in again: gridless login <address>"],
  });
}

function parsed(text: string): Partial<KeptLogin> | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the login in place of the one before. The file is complete, or as it was. */
export function keepLogin(login: KeptLogin): string {
  const file = loginFile();
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const own = `${file}.${process.pid}`;
  try {
    // a file of this name that another program left keeps its mode
    rmSync(own, { force: true });
    writeFileSync(own, `${JSON.stringify(login)}\n`, { mode: 0o600, flag: "wx" });
    chmodSync(own, 0o600);
    renameSync(own, file);
  } finally {
    rmSync(own, { force: true });
  }
  return file;
}

/** Gives whether there was one. */
export function forgetLogin(): boolean {
  const file = loginFile();
  try {
    rmSync(file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}
