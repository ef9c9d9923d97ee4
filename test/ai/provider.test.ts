/* Both protocols, against a stand-in that behaves as badly as servers do. */
import { describe, expect, test, vi } from "vitest";
import { askModel } from "#lib/ai/ask-model";
import type { Question } from "#lib/ai/provider";
import { aModelServer, hang } from "#test/support/makers/model-server";

const question = (more: Partial<Question> = {}): Question => ({
  model: { key: "m", id: "model-1", takesImages: false },
  instructions: "Say yes.",
  data: '{"Plot":"…"}',
  images: [],
  maxTokens: 50,
  within: 5000,
  ...more,
});

describe.each(["chat", "converse"] as const)("%s", (protocol) => {
  test("an answer, and the tokens that it took", async () => {
    const server = await aModelServer(() => "yes", protocol);
    const image = { format: "png" as const, bytes: Buffer.from("x") };
    expect(await askModel(question({ images: [image] }))).toEqual({
      text: "yes",
      tokens: { in: 20, out: 5 },
    });
    expect(server.asked).toMatchObject([
      {
        model: "model-1",
        instructions: "Say yes.",
        data: '{"Plot":"…"}',
        images: 1,
        maxTokens: 50,
      },
    ]);
    if (protocol === "chat") expect(server.asked[0]?.authorization).toBe(`Bearer ${server.key}`);
  });

  test.each([
    [429, "busy"],
    [529, "busy"],
    [500, "busy"],
    [503, "busy"],
    [400, "cell"],
    [401, "setup"],
    [403, "setup"],
    [404, "setup"],
  ])("status %i is %s, and what the provider says with it stays unknown", async (status, trouble) => {
    const server = await aModelServer(
      () => ({ status, body: '{"message":"Incorrect key sk-very-secret"}' }),
      protocol,
    );
    const reply = await askModel(question());
    expect(reply).toMatchObject({ trouble });
    expect(JSON.stringify(reply)).not.toContain("secret");
    // the caller repeats it, not the client
    expect(server.asked).toHaveLength(1);
  });

  test("a connection that hangs ends", async () => {
    await aModelServer(() => hang, protocol);
    expect(await askModel(question({ within: 100 }))).toMatchObject({ trouble: "late" });
  });

  test("two megabytes of nonsense are no answer", async () => {
    await aModelServer(() => ({ status: 200, body: "x".repeat(2_000_000) }), protocol);
    expect(await askModel(question())).toMatchObject({ trouble: "cell" });
  });

  test("an answer of two megabytes is refused", async () => {
    await aModelServer(() => "x".repeat(2_000_000), protocol);
    expect(await askModel(question())).toMatchObject({ trouble: "cell" });
  });

  test.each(["", "{", "[]", '{"choices":[]}', '{"output":{}}', "data: {}\n\n"])(
    "half an answer is none: %j",
    async (body) => {
      await aModelServer(() => ({ status: 200, body }), protocol);
      expect(await askModel(question())).toMatchObject({ trouble: "cell" });
    },
  );

  test("an answer that is cut off at the most tokens is none", async () => {
    await aModelServer(() => ({ text: "It is a film about", stop: "cut" }), protocol);
    expect(await askModel(question())).toMatchObject({
      trouble: "cell",
      message: "the answer of the model has more than 50 tokens",
      tokens: { in: 20, out: 5 },
    });
  });

  test("a model that declines says nothing", async () => {
    await aModelServer(() => ({ text: "I will not", stop: "declined" }), protocol);
    expect(await askModel(question())).toMatchObject({
      trouble: "cell",
      message: "the model declined to answer",
      tokens: { in: 20, out: 5 },
    });
  });
});

test("a model of the chat protocol that names the limit in the newer way is asked so, from the second time on at once", async () => {
  const refusal = {
    status: 400,
    body: `{"error":{"message":"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."}}`,
  };
  const server = await aModelServer(({ limit }) => (limit === "max_tokens" ? refusal : "yes"));
  const model = { key: "m", id: "newer-model", takesImages: false };
  for (let i = 0; i < 2; i++) expect(await askModel(question({ model }))).toMatchObject({ text: "yes" });
  expect(server.asked.map(({ limit }) => limit)).toEqual([
    "max_tokens",
    "max_completion_tokens",
    "max_completion_tokens",
  ]);
  expect(server.asked.map(({ maxTokens }) => maxTokens)).toEqual([50, 50, 50]);
});

describe("the address of the chat protocol", () => {
  test("may be on this machine, also where callers may not name it", async () => {
    await aModelServer(() => "yes");
    vi.stubEnv("GRIDLESS_OUTGOING", "");
    expect(await askModel(question())).toMatchObject({ text: "yes" });
  });

  test.each(["http://10.0.0.1/v1", "http://models.example.org/v1", "https://169.254.169.254/v1"])(
    "is called by the rules of the outgoing door otherwise: %s",
    async (url) => {
      vi.stubEnv("GRIDLESS_AI_MODELS", "m=model-1");
      vi.stubEnv("GRIDLESS_AI_URL", url);
      expect(await askModel(question())).toMatchObject({ trouble: "setup" });
      vi.unstubAllEnvs();
    },
  );

  test("a redirect is not followed: it would take the key elsewhere", async () => {
    const server = await aModelServer(() => ({
      status: 307,
      headers: { location: `${server.url}/other` },
    }));
    expect(await askModel(question())).toMatchObject({ trouble: "setup" });
    expect(server.asked).toHaveLength(1);
  });

  test("the seconds that a busy server asks to wait are known", async () => {
    await aModelServer(() => ({ status: 429, headers: { "retry-after": "7" } }));
    expect(await askModel(question())).toMatchObject({ trouble: "busy", retryAfter: 7 });
  });
});
