/* Variables of the environment that were probably meant for this command: a setting that nothing reads would be passed over in silence. */
import { findNearest } from "#lib/engine/values/nearest-text";
import { UsageError } from "./start-error.ts";

/** Variables of other commands and of functions on AWS whose names are like those of npm start. */
const ofOthers = ["BASE", "DOCS", "MAIL", "STAGE", "TOKEN", "URL"].map((name) => `GRIDLESS_${name}`);

/** Throws a UsageError for a name that begins as ours do and is nearly one of `known`, the variables that the command reads. */
export function refuseMisspelt(environment: NodeJS.ProcessEnv, known: readonly string[]): void {
  const named = new Set([...known, ...ofOthers]);
  for (const [name, value = ""] of Object.entries(environment)) {
    // Kubernetes gives each process the addresses of services, in names that begin as ours do if a service has our name
    if (!/^GRIDLES/i.test(name) || named.has(name) || /^(?:tcp|udp|sctp):\/\//.test(value)) continue;
    const meant = findMeant(name, known);
    if (meant) throw new UsageError(`Unknown variable ${name}: did you mean ${meant}?`);
  }
}

const ours = /^GRIDLESS_/i;

/** What follows our name is compared alone: names of five letters are mostly equal with it, and mean something else. */
function findMeant(name: string, known: readonly string[]): string | undefined {
  if (!ours.test(name)) return findNearest(name, known);
  const bare = name.replace(ours, "");
  if (known.includes(bare)) return bare;
  const own = known.filter((each) => ours.test(each)).map((each) => each.replace(ours, ""));
  const nearest = findNearest(bare, own);
  return nearest && `GRIDLESS_${nearest}`;
}
