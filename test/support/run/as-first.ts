/*
 * A worker runs many test files, one after another, and imports shared modules once. Before each file this restores the process to its
 * initial state: environment, clock and mocks.
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
