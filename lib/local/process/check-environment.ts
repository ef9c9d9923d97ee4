/* Checks the environment of `npm start` before anything is opened or made. An error is one line. */
import { parseModels } from "#lib/ai/models";
import { maxBurst } from "#lib/data/identity/rate-limit";
import { originsProblem } from "#lib/http/cors";
import { domainsProblem, issuerProblem, longestName } from "#lib/oidc/settings";
import { isLoopback } from "#lib/outgoing/addresses";
import { ownAddressProblem } from "#lib/outgoing/target";
import { StartError } from "./start-error.ts";

/** Throws StartError for the first variable whose value is invalid. An empty variable counts as missing. */
export function checkEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const check of checks) check(environment);
}

/** An address that mails may come from. None of its characters has a special meaning in a policy of AWS. */
export const senderPattern = /^[\w.+=-]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$/i;

/**
 * Calls a second with one token, in decimal digits. Below `least` and above `most`, the numbers of the rate limit are too large for the
 * store.
 */
export const tokenRates = { least: 0.000_001, most: 1000, digits: /^\d+(\.\d+)?$/ };

/** Checks the variables that lib/http/authenticate.ts reads at each call. */
function checkTokenLimit({ GRIDLESS_TOKEN_RATE: rate, GRIDLESS_TOKEN_BURST: burst }: NodeJS.ProcessEnv) {
  if (!rate) return;
  const { least, most, digits } = tokenRates;
  if (!(digits.test(rate) && Number(rate) >= least && Number(rate) <= most))
    throw new StartError(
      `GRIDLESS_TOKEN_RATE must be a number above 0, from 0.000001 to ${most}, not ${JSON.stringify(rate)}`,
    );
  if (!(/^[1-9]\d*$/.test(burst ?? "") && Number(burst) <= maxBurst))
    throw new StartError(
      `GRIDLESS_TOKEN_BURST must be a number from 1 to ${maxBurst} beside GRIDLESS_TOKEN_RATE, not ${JSON.stringify(burst ?? "")}`,
    );
}

/** Checks the variable that lib/accounts/sign-up.ts reads. */
function checkSignUp({ GRIDLESS_SIGN_UP: mode }: NodeJS.ProcessEnv) {
  if (mode && !["open", "invitation"].includes(mode))
    throw new StartError(`GRIDLESS_SIGN_UP must be open or invitation, not ${JSON.stringify(mode)}`);
}

/** The address in mails and links, before their paths; its host is a name that the server answers to (lib/local/gateway/guard.ts). */
function checkOrigin({ GRIDLESS_ORIGIN: origin }: NodeJS.ProcessEnv) {
  if (!origin) return;
  const url = URL.parse(origin);
  const isPlain = url && /^https?:$/.test(url.protocol) && !/[?#@\s]|\/$/.test(origin);
  if (!isPlain)
    throw new StartError(
      `GRIDLESS_ORIGIN must be an address such as https://tables.example.org, without a slash at the end, not ${JSON.stringify(origin)}`,
    );
}

function checkCorsOrigins({ GRIDLESS_CORS_ORIGINS: origins = "" }: NodeJS.ProcessEnv) {
  const problem = originsProblem(origins);
  if (problem) throw new StartError(`GRIDLESS_CORS_ORIGINS ${problem}`);
}

function checkMailFrom({ GRIDLESS_MAIL_FROM: from }: NodeJS.ProcessEnv) {
  if (from && !senderPattern.test(from))
    throw new StartError(`GRIDLESS_MAIL_FROM must be an e-mail address, not ${JSON.stringify(from)}`);
}

function checkLog({ LOG: form }: NodeJS.ProcessEnv) {
  if (form && !["json", "text"].includes(form))
    throw new StartError(`LOG must be json or text, not ${JSON.stringify(form)}`);
}

/** Checks the variables that say where the data is. */
function checkStore({ GRIDLESS_STORE: name, AWS_ENDPOINT_URL_DYNAMODB: address }: NodeJS.ProcessEnv) {
  if (name && !/^[\w.-]{3,255}$/.test(name))
    throw new StartError(
      `GRIDLESS_STORE must have 3 to 255 letters without accents, digits, _, - and dots, not ${JSON.stringify(name)}`,
    );
  if (address && !/^https?:\/\/./.test(address))
    throw new StartError(
      `AWS_ENDPOINT_URL_DYNAMODB must be an address such as http://127.0.0.1:8000, not ${JSON.stringify(address)}`,
    );
}

function checkNumbers(environment: NodeJS.ProcessEnv) {
  for (const name of ["GRIDLESS_SETTLE_SECONDS", "GRIDLESS_PAGES_PER_NOTE", "GRIDLESS_MEMORY"]) {
    const text = environment[name];
    if (text && !/^\d{1,9}(\.\d{1,3})?$/.test(text))
      throw new StartError(
        `${name} must be a number from 0 up, such as 2 or 0.5, not ${JSON.stringify(text)}`,
      );
  }
}

/** Checks the variables that lib/ai reads. The messages do not show the key. */
function checkAi(environment: NodeJS.ProcessEnv) {
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

/** Checks the variables that lib/oidc reads. The messages do not show the secret. */
function checkOidc({ HOST: host = "127.0.0.1", ...environment }: NodeJS.ProcessEnv) {
  const { GRIDLESS_OIDC_ISSUER: issuer, GRIDLESS_OIDC_CLIENT_ID: clientId } = environment;
  const { GRIDLESS_OIDC_NAME: name = "", GRIDLESS_OIDC_DOMAINS: domains = "" } = environment;
  const others = [
    "GRIDLESS_OIDC_CLIENT_ID",
    "GRIDLESS_OIDC_CLIENT_SECRET",
    "GRIDLESS_OIDC_NAME",
    "GRIDLESS_OIDC_DOMAINS",
  ];
  const lonely = issuer ? undefined : others.find((each) => environment[each]);
  if (lonely)
    throw new StartError(`${lonely} needs GRIDLESS_OIDC_ISSUER, for example https://login.example.org`);
  if (!issuer) return;
  const problem = issuerProblem(issuer, host === "localhost" || isLoopback(host));
  if (problem) throw new StartError(`GRIDLESS_OIDC_ISSUER ${problem}`);
  if (!clientId) throw new StartError("GRIDLESS_OIDC_ISSUER needs GRIDLESS_OIDC_CLIENT_ID");
  if (name.length > longestName)
    throw new StartError(`GRIDLESS_OIDC_NAME must have at most ${longestName} characters`);
  const wrong = domainsProblem(domains);
  if (wrong) throw new StartError(`GRIDLESS_OIDC_DOMAINS ${wrong}`);
}

const checks = [
  checkTokenLimit,
  checkSignUp,
  checkOrigin,
  checkCorsOrigins,
  checkMailFrom,
  checkLog,
  checkStore,
  checkNumbers,
  checkAi,
  checkOidc,
];
