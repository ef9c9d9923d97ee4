/* Every endpoint that takes an Idempotency-Key: a request takes effect once, with any accident. */
import { beforeAll, describe, expect, test } from "vitest";
import { listOpen } from "#lib/data/jobs/jobs";
import type { Piece } from "#lib/data/jobs/run-job";
import { workAtOnce } from "#lib/data/jobs/work-at-once";
import { errorsOf } from "#lib/openapi/failures";
import type { Item } from "#lib/store/store";
import { settleAll } from "#test/support/events/commits";
import { itemsWith, pieces } from "#test/support/events/jobs";
import { type Accident, process } from "#test/support/events/processes";
import { aWorld, entering, exampleFor, paramsFor, type World } from "#test/support/makers/world";
import { ask, endpointsWith, type Titled } from "#test/support/requests/each-endpoint";
import { refusal } from "#test/support/requests/refusal";
import { aSample } from "#test/support/run/points";
import { baseUrl, inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("the tests read the whole store");

const changing = endpointsWith(
  ({ method, public: isPublic }) => !isPublic && ["POST", "PUT", "PATCH"].includes(method),
);
const idempotent = changing.filter(({ handler }) => handler.definition.idempotent);
const others = changing.filter(({ handler }) => !handler.definition.idempotent);
/** Endpoints without a key, other than those of forms, which cannot send headers; each with the reason. */
const without: Record<string, string> = {
  changePassword: "ends the session of the request: a retry gets 401",
  signOut: "ends the session of the request: a retry gets 401",
  listRecordsByBody: "only reads",
  queryBase: "only reads",
  previewImport: "only reads",
  previewConversion: "only reads",
  previewPaste: "only reads",
  uploadFile: "only reads",
  uploadFileByPost: "only reads",
  stopFill: "the same again, or nothing",
  answerMcp: "its tools take a key each",
  createTicket: "another ticket does no harm: each opens one connection within a minute",
};

/** Endpoints that show a secret only once. */
const showsSecret = [
  ...["createAccessToken", "refreshAccessToken", "createClientSecret"],
  ...["createPlugin", "regeneratePluginSecret", "createWebhook", "rotateWebhookSecret"],
];
/** Endpoints that can be called only once or a limited number of times for the same thing: each trial uses a new one. */
const usesUp = [
  ...["createClientSecret", "createWebhook", "createPlugin", "inviteToSpace", "inviteToBase"],
  ...["verifyEmail", "sendVerificationEmail", "deleteListedRecords", "deleteRecordsWhere"],
  ...["publishPlugin", "unpublishPlugin", "turnPluginDown", "enableShare", "disableShare"],
  ...["acceptInvitationLink", "autoFillField", "autoFillCell"],
];

/** A response without the signatures of file addresses, which differ each time. */
const lasting = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null), (name, value) =>
    ["url", "presignedUrl", "smThumbnailUrl", "lgThumbnailUrl"].includes(name)
      ? String(value).split("?")[0]
      : value,
  );

async function prepared({ handler, operation }: Titled) {
  const world = await aWorld(handler);
  const entry = await entering(handler, world.owner);
  const body = exampleFor(handler.definition.body, world);
  const send = (key: string, sent: unknown = body, query = "") =>
    ask(handler, {
      ...entry,
      params: paramsFor(handler.definition, world),
      query,
      ...(sent !== undefined && { body: sent }),
      headers: { "idempotency-key": key },
    });
  /** Checks the response to a retry. */
  const repeats = (again: Awaited<ReturnType<typeof send>>, first: Awaited<ReturnType<typeof send>>) => {
    if (!showsSecret.includes(operation)) {
      expect([again.status, lasting(again.body)]).toEqual([first.status, lasting(first.body)]);
      return;
    }
    expect(again).toMatchObject({ status: 409, body: { code: "conflict", data: { ids: [first.body.id] } } });
  };
  return { send, body, repeats, world };
}

type Prepared = Awaited<ReturnType<typeof prepared>>;

const keepingFiles = [
  ...["uploadAttachment", "importTable", "importRecords", "importSheets", "insertImport"],
  ...["duplicateBase", "importBaseFile"],
];
/** A file kept by a concurrent request that was slower, or by one that was killed: it expires by itself. */
const isLeft = ({ entity, uses }: Item & { uses?: unknown[] }) =>
  entity === "attachment" && uses?.length === 0;

const doneAtOnce = ["duplicateBase", "duplicateTable", "importBaseFile"];

/** The number of items of each entity, and the number of their changes. */
async function account(operation: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  const add = (name: string, n: number) => {
    sums[name] = (sums[name] ?? 0) + n;
  };
  for (const item of await itemsWith("")) {
    const { entity, version, pk } = item;
    // mails are left out, because their number per address is limited
    if (!entity || /commit/i.test(entity) || entity === "mail" || pk.startsWith("RATE#")) continue;
    if (keepingFiles.includes(operation) && isLeft(item)) continue;
    add(entity, 1);
    // a piece of a job that is done again writes again, to the same effect
    if (!doneAtOnce.includes(operation)) add(`changes of ${entity}`, version ?? 0);
  }
  return sums;
}

/** The difference that `work` makes to the account. */
async function effectOf(
  { operation }: Titled,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const before = await account(operation);
  await work();
  const after = await account(operation);
  const names = Object.keys({ ...before, ...after });
  const sums = names.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const);
  return Object.fromEntries(sums.filter(([, sum]) => sum !== 0));
}

/** What the queue does with jobs that a call does at once, where that call was killed. */
async function goOn({ operation }: Titled): Promise<void> {
  if (!doneAtOnce.includes(operation)) return;
  for (const { id } of await listOpen()) await workAtOnce(id, (job) => (pieces[job.kind] as Piece)(job));
}
/** A function that gives the preparation for a trial: the same each time, or a new one. */
async function trials(each: Titled, made: Promise<Prepared>) {
  const first = await made;
  await first.send("first");
  return () => (usesUp.includes(each.operation) ? prepared(each) : first);
}

const withoutUse = (items: Item[]) => items.map(({ lastUsedTime: _, ...item }) => item);

/** Accidents at every request take long: each run of `npm test` tries them with a random sample of the endpoints. */
const mishaps = aSample(4);
const meetsAccidents = (each: Titled) =>
  idempotent.indexOf(each) % mishaps.every === mishaps.first % mishaps.every;

describe.each(idempotent)("$title", (each) => {
  // a new store for each endpoint, because the whole store is read often
  let made: Promise<Prepared>;
  beforeAll(async () => {
    // skipped over HTTP, where a world for each endpoint takes minutes
    if (baseUrl()) return;
    await useOwnStore();
    made = prepared(each);
    await made;
  });

  test("a retry gets the same response and writes nothing; another body gets 422", async () => {
    const { send, body, repeats } = await made;
    const first = await send("one");
    expect(first.status, JSON.stringify(first.body)).toBe(each.handler.definition.response.status);
    const written = await itemsWith("");
    repeats(await send("one"), first);
    const other = await send("one", body === undefined ? " " : `${JSON.stringify(body)} `);
    expect(refusal(other).status).toBe(422);
    expect(other.body.code).toBe("unprocessable_entity");
    expect(withoutUse(await itemsWith(""))).toEqual(withoutUse(written));
  });

  test("ten concurrent requests: one effect, one response", async () => {
    const trial = await trials(each, made);
    const single = await trial();
    const once = await effectOf(each, () => single.send("single"));
    const { send, repeats } = await trial();
    let answers: Awaited<ReturnType<typeof send>>[] = [];
    const all = await effectOf(each, async () => {
      answers = await Promise.all(Array.from({ length: 10 }, () => send("twins")));
    });
    expect(all).toEqual(once);
    const first = answers.find(({ status }) => status < 300);
    if (!first) throw new Error("none of the requests succeeded");
    for (const answer of answers)
      if (answer !== first && answer.status < 300) expect(lasting(answer.body)).toEqual(lasting(first.body));
    // 429: each concurrent request counts for the limit
    const refused = each.operation === "sendVerificationEmail" ? 429 : 409;
    for (const { status } of answers) expect([first.status, refused]).toContain(status);
    repeats(await send("twins"), first);
  });

  // "not sent" is left out: lib/store repeats such a request, so the caller does not notice
  test.each<Accident>(meetsAccidents(each) ? ["answer lost", "killed after"] : [])(
    "%s at any request to the store: with a retry, it is done once",
    async (accident) => {
      const trial = await trials(each, made);
      const single = await trial();
      const once = await effectOf(each, () => single.send(`single, ${accident}`));
      const { first, every } = aSample(4);
      for (let n = first, isMet = true; isMet; n += every) {
        const key = `point ${n}, ${accident}`;
        const { send, repeats } = await trial();
        const effect = await effectOf(each, async () => {
          const { result, calls } = await process(
            (_, index) => (index === n ? accident : undefined),
            () => send(key),
          );
          isMet = calls.length > n;
          await settleAll();
          const again = await send(key);
          await goOn(each);
          if (result && result.status < 300) repeats(again, result);
          else if (again.status >= 300) {
            // the secret was made, but the response with it was lost
            expect([showsSecret.includes(each.operation), again.status]).toEqual([true, 409]);
          }
        });
        expect({ n, effect }).toEqual({ n, effect: once });
      }
    },
  );
});

test("every POST, PUT and PATCH with a caller takes a key, except pages and those listed here", () => {
  const named = others.filter(({ handler }) => !handler.definition.response.page);
  expect(named.map(({ operation }) => operation).sort()).toEqual(Object.keys(without).sort());
});

describe("400", () => {
  test.each(others)("$title: refuses a key", async ({ handler }) => {
    const world: World = await aWorld(handler);
    const entry = await entering(handler, world.owner);
    const body = exampleFor(handler.definition.body, world);
    const headers = { "idempotency-key": "one" };
    const answer = await ask(handler, {
      ...entry,
      params: world.params,
      headers,
      ...(body !== undefined && { body }),
    });
    expect(answer.status).toBe(400);
    if (errorsOf(handler.definition) === "common")
      expect(refusal(answer).paths).toEqual(["headers.idempotency-key"]);
  });

  test.each(["", "x".repeat(256)])("a key that does not have 1 to 255 characters", async (key) => {
    const [each] = idempotent;
    if (!each) throw new Error("no endpoint takes a key");
    const { send } = await prepared(each);
    expect(refusal(await send(key))).toEqual({ status: 400, paths: ["headers.idempotency-key"] });
    expect((await send("x".repeat(255))).status).toBeLessThan(300);
  });
});
