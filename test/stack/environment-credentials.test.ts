import { afterEach, expect, test, vi } from "vitest";
import { defaultProvider } from "#lib/stack/bundles/environment-credentials";

afterEach(() => vi.unstubAllEnvs());

test("reads credentials from the environment at each call", async () => {
  const provider = defaultProvider();
  vi.stubEnv("AWS_ACCESS_KEY_ID", "id");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  vi.stubEnv("AWS_SESSION_TOKEN", undefined);
  expect(await provider()).toEqual({ accessKeyId: "id", secretAccessKey: "secret" });
  vi.stubEnv("AWS_SESSION_TOKEN", "token");
  expect(await provider()).toEqual({ accessKeyId: "id", secretAccessKey: "secret", sessionToken: "token" });
});

test("throws an error that names the missing variables", async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", undefined);
  await expect(defaultProvider()()).rejects.toThrow("AWS_ACCESS_KEY_ID");
});
