/*
 * A worker runs many test files, one after another, and what they import is imported once. Before each of them the process is as
 * it was before the first: its environment, its clock, and what was spied on.
 */
import { vi } from "vitest";

const place = globalThis as { environmentAtFirst?: NodeJS.ProcessEnv };
place.environmentAtFirst ??= { ...process.env };

vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllEnvs();
for (const name of Object.keys(process.env))
  if (!(name in place.environmentAtFirst)) delete process.env[name];
Object.assign(process.env, place.environmentAtFirst);
