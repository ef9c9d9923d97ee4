/* What the programs in bin/ share: lines for a person, checks of the environment, signals. */
import { parseModels } from "#lib/ai/models";
import { maxBurst } from "#lib/data/identity/rate-limit";
import { ownAddressProblem } from "#lib/outgoing/target";
import { StartError } from "./start-error.ts";

export const say = (text: string): void => console.log(text);

/** `setting` is where the text comes from. */
export function readPort(text: string, setting = "PORT"): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new StartError(`${setting} must be a number from 0 to 65535, not ${JSON.stringify(text)}`);
}

/** What lib/http/authenticate.ts reads at each call. */
export function checkTokenLimit({
  GRIDLESS_TOKEN_RATE: rate,
  GRIDLESS_TOKEN_BURST: burst,
}: NodeJS.ProcessEnv) {
  if (!rate) return;
  if (!(Number(rate) > 0))
    throw new StartError(`GRIDLESS_TOKEN_RATE must be a number above 0, not ${JSON.stringify(rate)}`);
  if (!(/^[1-9]\d*$/.test(burst ?? "") && Number(burst) <= maxBurst))
    throw new StartError(
      `GRIDLESS_TOKEN_BURST must be a number from 1 to ${maxBurst} beside GRIDLESS_TOKEN_RATE, not ${JSON.stringify(burst ?? "")}`,
    );
}

/** What lib/data/accounts/sign-up.ts reads. */
export function checkSignUp({ GRIDLESS_SIGN_UP: mode }: NodeJS.ProcessEnv) {
  if (mode && !["open", "invitation"].includes(mode))
    throw new StartError(`GRIDLESS_SIGN_UP must be open or invitation, not ${JSON.stringify(mode)}`);
}

/** The address in mails and links; its host is a name that the server answers to (lib/local/gateway/guard.ts). */
export function checkOrigin({ GRIDLESS_ORIGIN: origin }: NodeJS.ProcessEnv) {
  if (origin && !/^https?:$/.test(URL.parse(origin)?.protocol ?? ""))
    throw new StartError(
      `GRIDLESS_ORIGIN must be an address such as https://tables.example.org, not ${JSON.stringify(origin)}`,
    );
}

/** What lib/ai reads. The messages do not show the key. */
export function checkAi(environment: NodeJS.ProcessEnv) {
  const { GRIDLESS_AI_URL: url, GRIDLESS_AI_MODELS: named, GRIDLESS_AI_DAILY_TOKENS: tokens } = environment;
  const models = parseModels(named ?? "");
  if (typeof models === "string") throw new StartError(`GRIDLESS_AI_MODELS ${models}`);
  if (models.length > 0 && !url)
    throw new StartError("GRIDLESS_AI_MODELS needs GRIDLESS_AI_URL, for example http://localhost:11434/v1");
  const problem = url ? ownAddressProblem(url) : undefined;
  if (problem) throw new StartError(`GRIDLESS_AI_URL ${problem}`);
  if (tokens && !/^[1-9]\d{0,14}$/.test(tokens))
    throw new StartError(
      `GRIDLESS_AI_DAILY_TOKENS must be a number from 1 up, not ${JSON.stringify(tokens)}`,
    );
}

/** Later than this, another signal is a person who does not want to wait. */
const sameKeystroke = 1000;

/**
 * Ends the program at SIGINT, SIGTERM and SIGHUP, and when `parent` ends, which says nothing when it is killed: runs `stop`, then exits
 * with `process.exitCode` or 0. A signal after more than a second exits at once, with 1; an earlier one is the same Ctrl-C, which
 * comes both from the terminal and from npm.
 */
export function stopOnSignals(stop: () => Promise<void>, parent?: number): void {
  let begun: number | undefined;
  const onSignal = () => {
    if (begun !== undefined) {
      if (performance.now() - begun > sameKeystroke) process.exit(1);
      return;
    }
    begun = performance.now();
    clearInterval(watch);
    void stop().then(
      () => process.exit(),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  const watch = setInterval(() => {
    if (parent !== undefined && process.ppid !== parent) onSignal();
  }, 200).unref();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
}
