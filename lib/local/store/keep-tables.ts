/* Whole tables in memory, for the process whose engine writes them. */
import { rememberTables } from "#lib/data/records/memory/remember-tables";
import { setRemembered } from "#lib/data/records/memory/remembered";
import type { Engine } from "#lib/local/embedded/open-engine";
import { charge } from "./request-costs.ts";

const megabyte = 1024 * 1024;
const byDefault = 64;

/** Begins to keep what is read of whole tables, in at most `GRIDLESS_MEMORY` megabytes; gives a function that ends it. */
export function keepTables(
  engine: Pick<Engine, "watch">,
  tableName: string,
  { GRIDLESS_MEMORY: megabytes }: NodeJS.ProcessEnv = process.env,
): () => void {
  const most = (megabytes ? Number(megabytes) : byDefault) * megabyte;
  if (!(most > 0)) return () => {};
  const watch = (pk: string, hear: (sk: string) => void) =>
    engine.watch(tableName, pk, (sk) => hear(String(sk)));
  return setRemembered(rememberTables({ watch, charge }, most));
}
