/* What the programs in bin/ share: lines for a person, signals, errors that he can put right. */
import { maxBurst } from "#lib/data/identity/rate-limit";
import { StartError } from "./start-error.ts";

export const say = (text: string): void => console.log(text);

/** Runs a program; what a person can put right is one line on stderr and exit code 1. */
export async function withStartErrors(program: () => Promise<void>): Promise<void> {
  process.stdout.on("error", ignoreClosedPipe);
  try {
    await program();
  } catch (error) {
    if (!isForPeople(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Whoever read along has seen enough, which is no reason to stop serving. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/** What a person can put right: what a program says so of, and options that it does not have. */
const isForPeople = (error: unknown): error is Error =>
  error instanceof StartError ||
  (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));

export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new StartError(`PORT must be a number from 0 to 65535, not ${JSON.stringify(text)}`);
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

/** Finishes what is running at the first SIGINT or SIGTERM; at the second, ends at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    void stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
}
