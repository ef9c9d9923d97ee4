/*
 * Imports that this browser started. The server has no list of jobs, so they are kept here until the person has seen how they ended; who
 * comes back finds them again.
 */
import { signal } from "@preact/signals";

export interface RunningImport {
  /** Of the file. */
  name: string;
  baseId: string;
  tableId: string;
  jobId: string;
  /** What was made for it, and goes with it if it is stopped. */
  made: "base" | "table" | "nothing";
}

const key = "gridless-imports";
const mostKept = 20;

const isRunning = (each: unknown): each is RunningImport =>
  typeof each === "object" && each !== null && "jobId" in each && "tableId" in each && "baseId" in each;

function readKept(): RunningImport[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRunning) : [];
  } catch {
    return [];
  }
}

/** The newest last. */
export const runningImports = signal<RunningImport[]>(readKept());

function keep(imports: RunningImport[]): void {
  runningImports.value = imports;
  try {
    localStorage.setItem(key, JSON.stringify(imports));
  } catch {
    // a browser that keeps nothing: they are known until the page is left
  }
}

/** Keeps an import that has begun. */
export const rememberImport = (running: RunningImport): void =>
  keep([...readKept(), running].slice(-mostKept));

/** Forgets an import that has ended. */
export const forgetImport = ({ jobId }: RunningImport): void =>
  keep(readKept().filter((each) => each.jobId !== jobId));
