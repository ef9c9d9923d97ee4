/*
 * What the changed settings do in the deployed stack: each is asked over HTTP where the emulator acts on it, and otherwise of the service that keeps
 * it. test/stack/settings.test.ts names what is not here, with the reason.
 */
import assert from "node:assert/strict";
import { request } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { askAws, listFunctions } from "./aws.ts";
import { changedSettings as changed, firstSettings } from "./changed-settings.ts";
import { admin, type Data, dynamodbOf } from "./data.ts";
import type { Emulator } from "./emulator.ts";
import { type Deployed, stackOf } from "./stack.ts";

type Json = ReturnType<typeof JSON.parse>;

interface Asked {
  emulator: Emulator;
  deployed: Deployed;
  data: Data;
  /** All functions, as Lambda shows them. */
  functions: Json[];
}

const environmentOf = ({ functions }: Asked, operation: string): Record<string, string> => {
  const found = functions.find(({ Environment }) => Environment?.Variables?.GRIDLESS_OPERATION === operation);
  assert.ok(found, `there is no function ${operation}`);
  return found.Environment.Variables;
};

/** A call of one of the areas whose code has the settings: they take only calls with the secret of CloudFront. */
async function call(asked: Asked, method: string, at: string, { token = "", body, headers = {} }: Call = {}) {
  const [, secret = ""] = (environmentOf(asked, "getUser")["GRIDLESS_CDN_SECRETS"] ?? "").split(" ");
  const response = await fetch(asked.deployed.apiUrl + at, {
    method,
    headers: {
      "x-gridless-cdn": secret,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const said = await response.text();
  return { status: response.status, headers: response.headers, text: said, body: parse(said) };
}

interface Call {
  token?: string;
  body?: object;
  headers?: Record<string, string>;
}

const parse = (said: string): Json => {
  try {
    return JSON.parse(said);
  } catch {
    return undefined;
  }
};

/** A request through the distribution: the emulator finds it by the host. */
function callCdn({ emulator, deployed }: Asked, at: string): Promise<number | undefined> {
  const { hostname, port } = new URL(emulator.url);
  const options = {
    host: hostname,
    port,
    path: at,
    servername: "localhost",
    headers: { host: deployed.cdnHost },
  };
  return new Promise((resolve, reject) => {
    request(options, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

async function until<Value>(read: () => Promise<Value>, isSo: (value: Value) => boolean, problem: string) {
  for (const end = Date.now() + 90_000; ; await pause(500)) {
    const value = await read();
    if (isSo(value)) return value;
    assert.ok(Date.now() < end, `${problem}: ${JSON.stringify(value)}`);
  }
}

const inForm = (fields: Record<string, string>) => new URLSearchParams({ Version: "2010-03-31", ...fields });

/** The checks, by the settings that they see. */
export const seen: Record<string, (asked: Asked) => Promise<void>> = {
  async stage({ deployed }) {
    assert.equal(stackOf(deployed), `gridless-${firstSettings.stage}`);
  },

  async cdn(asked) {
    const direct = await fetch(`${asked.deployed.apiUrl}/auth/sign-in`);
    assert.equal(direct.status, 403, "a direct call is not refused");
    assert.match(await direct.text(), /This address is not for callers: call https:\/\/\w+\.cloudfront\.net/);
    assert.equal((await call(asked, "GET", "/auth/sign-in")).status, 200);
    assert.equal(await callCdn(asked, "/auth/sign-in"), 200, "CloudFront does not reach the API");
  },

  async cdnSecrets(asked) {
    const secrets = (environmentOf(asked, "getUser")["GRIDLESS_CDN_SECRETS"] ?? "").split(" ");
    assert.equal(secrets.length, 2);
    for (const each of [...secrets, "x"]) {
      const { status } = await call(asked, "GET", "/auth/sign-in", { headers: { "x-gridless-cdn": each } });
      assert.equal(status, each === "x" ? 403 : 200);
    }
  },

  async corsOrigins({ deployed }) {
    const preflight = async (origin: string) => {
      const headers = { origin, "access-control-request-method": "POST" };
      const answer = await fetch(`${deployed.apiUrl}/base`, { method: "OPTIONS", headers });
      return answer.headers.get("access-control-allow-origin");
    };
    assert.equal(await preflight(changed.corsOrigins), changed.corsOrigins);
    assert.equal(await preflight("https://other.example.org"), null);
  },

  throttleRate: (asked) => checkThrottle(asked, "throttlingRateLimit", changed.throttleRate),
  throttleBurst: (asked) => checkThrottle(asked, "throttlingBurstLimit", changed.throttleBurst),

  async stopWritesAt({ emulator, deployed }) {
    const TopicArn = await topicNamed(emulator, "StopTopic");
    const budget = `gridless-${firstSettings.stage}-stop`;
    const Message = `AWS Budget Notification\n\nBudget Name: ${budget}\nAlert Type: ACTUAL\n`;
    await askAws(emulator, { service: "sns", body: inForm({ Action: "Publish", TopicArn, Message }) });
    const show = () => admin(emulator, ["writes", "--stack", stackOf(deployed), "--show"]);
    const isStopped = (said: string) => /stopped since .*, until 20.*: what this service may cost/.test(said);
    await until(show, isStopped, "the notice of the budget did not stop writes");
    await admin(emulator, ["writes", "--stack", stackOf(deployed), "--resume"]);
  },

  maxReadUnits: (asked) =>
    checkTable(
      asked,
      ({ OnDemandThroughput }) => OnDemandThroughput?.MaxReadRequestUnits,
      changed.maxReadUnits,
    ),
  maxWriteUnits: (asked) =>
    checkTable(
      asked,
      ({ OnDemandThroughput }) => OnDemandThroughput?.MaxWriteRequestUnits,
      changed.maxWriteUnits,
    ),
  removalPolicy: (asked) =>
    checkTable(asked, ({ DeletionProtectionEnabled }) => DeletionProtectionEnabled, false),

  // before the next two: they use up the calls of the token
  aiDailyTokens: checkDailyTokens,
  tokenRate: checkTokenLimit,
  tokenBurst: checkTokenLimit,

  async consumersAtOnce({ emulator }) {
    const path = "/2015-03-31/event-source-mappings/";
    const query = { MaxItems: "100" };
    const { EventSourceMappings } = JSON.parse(
      await askAws(emulator, { service: "lambda", method: "GET", path, query }),
    );
    const atOnce = EventSourceMappings.flatMap((each: Json) => each.ScalingConfig?.MaximumConcurrency ?? []);
    assert.ok(atOnce.includes(changed.consumersAtOnce) && !atOnce.includes(10), atOnce.join());
  },

  async logRetentionDays({ emulator }) {
    const headers = { "x-amz-target": "Logs_20140328.DescribeLogGroups" };
    const { logGroups } = JSON.parse(
      await askAws(emulator, { service: "logs", headers, body: { limit: 50 } }),
    );
    const days = logGroups.map((each: Json) => each.retentionInDays);
    assert.deepEqual([...new Set(days)], [changed.logRetentionDays]);
  },

  async tracing({ functions }) {
    const modes = functions.map(({ TracingConfig }) => TracingConfig?.Mode ?? "PassThrough");
    assert.deepEqual([...new Set(modes)], ["PassThrough"]);
  },

  async alarmEmail({ emulator }) {
    const listed = await askAws(emulator, { service: "sns", body: inForm({ Action: "ListSubscriptions" }) });
    assert.ok(listed.includes(changed.alarmEmail), "the address is not subscribed");
  },

  async signUp(asked) {
    const body = { email: "stranger@example.org", password: "battery staple 9", name: "Stranger" };
    const { status, text: said } = await call(asked, "POST", "/auth/signup", { body });
    assert.equal(status, 403);
    assert.match(said, /Sign-up is by invitation only/);
  },

  async mailFrom(asked) {
    const { data, emulator } = asked;
    const email = "bob@example.org";
    // of SES in its sandbox the operator verifies the sender, and who gets a mail
    for (const EmailIdentity of [changed.mailFrom, email])
      await askAws(emulator, { service: "ses", path: "/v2/email/identities", body: { EmailIdentity } });
    const body = { emails: [email], role: "viewer" };
    const { status, text: said } = await call(asked, "POST", `/space/${data.spaceId}/invitation/email`, {
      token: data.token,
      body,
    });
    assert.equal(status, 201, said);
    const sent = async () =>
      JSON.stringify(await (await fetch(`${emulator.url}/_ministack/ses/messages`)).json());
    await until(sent, (all) => all.includes(email) && all.includes(changed.mailFrom), "no mail was sent");
  },

  async canary({ emulator, functions }) {
    const { FunctionName } = functions.find(
      ({ Environment }) => Environment?.Variables?.GRIDLESS_OPERATION === "createRecords",
    );
    const path = `/2015-03-31/functions/${FunctionName}/aliases`;
    const { Aliases } = JSON.parse(await askAws(emulator, { service: "lambda", method: "GET", path }));
    assert.deepEqual(
      Aliases.map(({ Name }: { Name: string }) => Name),
      ["live"],
    );
  },

  async oidcIssuer(asked) {
    // without a provider it is a 404; this one is on the internet, of which the machine may have none
    assert.notEqual((await call(asked, "GET", "/auth/provider")).status, 404);
  },

  async oidcName(asked) {
    assert.match((await call(asked, "GET", "/auth/sign-in")).text, /Sign in with Example/);
  },
};

async function checkThrottle({ emulator, deployed }: Asked, name: string, value: number): Promise<void> {
  const apiId = new URL(deployed.origin).hostname.split(".", 1)[0];
  const path = `/v2/apis/${apiId}/stages`;
  const { items } = JSON.parse(await askAws(emulator, { service: "apigateway", method: "GET", path }));
  // one half for plain paths, one half below /api
  const limits = items.map((each: Json) => [each.stageName, each.defaultRouteSettings[name]]).sort();
  assert.deepEqual(limits, [
    ["$default", value / 2],
    ["api", value / 2],
  ]);
}

async function topicNamed(emulator: Emulator, name: string): Promise<string> {
  const listed = await askAws(emulator, { service: "sns", body: inForm({ Action: "ListTopics" }) });
  const [found] = listed.match(new RegExp(`arn:aws:sns:[^<]*${name}[^<]*`)) ?? [];
  assert.ok(found, `there is no topic ${name}`);
  return found;
}

async function checkTable({ emulator, deployed }: Asked, read: (table: Json) => unknown, value: unknown) {
  const { Table } = await dynamodbOf(emulator).describeTable({ TableName: deployed.storeName });
  assert.equal(read(Table), value);
}

/** Two calls at once, and none after them for hours. */
async function checkTokenLimit(asked: Asked): Promise<void> {
  const statuses: number[] = [];
  for (let i = 0; i <= changed.tokenBurst; i++)
    statuses.push((await call(asked, "GET", "/auth/user", { token: asked.data.token })).status);
  assert.equal(statuses.at(-1), 429, statuses.join());
}

/** A model is not asked for more tokens than a base has in a day. */
async function checkDailyTokens(asked: Asked): Promise<void> {
  const { data } = asked;
  const ask = async (method: string, at: string, body?: object) => {
    const answer = await call(asked, method, at, { token: data.token, ...(body && { body }) });
    assert.ok(answer.status < 300, `${answer.status} at ${at}: ${answer.text}`);
    return answer.body;
  };
  const made = await ask("POST", `/base/${data.baseId}/table`, {
    name: "Filled",
    fields: [{ type: "longText", name: "Plot" }],
    records: [{ fields: { Plot: "one" } }],
  });
  const aiConfig = { modelKey: "m", type: "extraction", sourceFieldId: made.fields[0].id };
  const field = await ask("POST", `/table/${made.id}/field`, {
    type: "singleLineText",
    name: "Filled",
    aiConfig,
  });
  const { jobId } = await ask("POST", `/table/${made.id}/field/${field.id}/auto-fill`, {});
  // not of the job: a token has few calls in its area
  await until(
    () => ask("GET", `/table/${made.id}/field/task-status-collection`),
    ({ fieldMap }) => Object.keys(fieldMap).length === 0,
    "the field is still being filled",
  );
  const job = await ask("GET", `/table/${made.id}/job/${jobId}`);
  assert.equal(job.counts?.failed, 1, JSON.stringify(job));
}

/** Asks about each setting; `deployed` is the stack with the changed settings. Says how many. */
export async function seeSettings(emulator: Emulator, deployed: Deployed, data: Data): Promise<string> {
  const functions = await listFunctions(emulator);
  const failed: string[] = [];
  for (const [name, check] of Object.entries(seen))
    await check({ emulator, deployed, data, functions }).catch((error: Error) => {
      failed.push(`${name}: ${error.message}`);
    });
  assert.deepEqual(failed, [], "settings do not act");
  return `${Object.keys(seen).length} settings seen to act`;
}
