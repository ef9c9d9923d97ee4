import { describe, expect, test, vi } from "vitest";
import { checkEnvironment } from "#lib/local/process/check-environment";
import { StartError } from "#lib/local/process/start-error";
import { findProvider } from "#lib/oidc/settings";

const good = { GRIDLESS_OIDC_ISSUER: "https://login.example.org/a/", GRIDLESS_OIDC_CLIENT_ID: "c" };

test("a provider is named by its host, unless a name is set; domains are in lower case", () => {
  const none = findProvider();
  for (const [name, value] of Object.entries(good)) vi.stubEnv(name, value);
  const plain = findProvider();
  vi.stubEnv("GRIDLESS_OIDC_NAME", "Example");
  vi.stubEnv("GRIDLESS_OIDC_DOMAINS", " Example.org,example.net ,");
  const named = findProvider();
  vi.unstubAllEnvs();
  expect(none).toBeUndefined();
  expect(plain).toEqual({
    ...{ issuer: "https://login.example.org/a/", clientId: "c" },
    ...{ name: "login.example.org", domains: [] },
  });
  expect(named).toMatchObject({ name: "Example", domains: ["example.org", "example.net"] });
});

describe("npm start", () => {
  test.each<[Record<string, string>]>([
    [good],
    [{ ...good, GRIDLESS_OIDC_CLIENT_SECRET: "s", GRIDLESS_OIDC_NAME: "X", GRIDLESS_OIDC_DOMAINS: "a.org" }],
    [{ ...good, GRIDLESS_OIDC_ISSUER: "http://127.0.0.1:8080/realms/a" }],
    [{ ...good, GRIDLESS_OIDC_ISSUER: "http://localhost:8080", HOST: "localhost" }],
    [{ GRIDLESS_OIDC_ISSUER: "" }],
  ])("begins with %j", (environment) => {
    expect(() => checkEnvironment(environment)).not.toThrow();
  });

  test.each<[Record<string, string>, string]>([
    [{ GRIDLESS_OIDC_CLIENT_SECRET: "hush" }, "GRIDLESS_OIDC_CLIENT_SECRET needs GRIDLESS_OIDC_ISSUER"],
    [{ GRIDLESS_OIDC_ISSUER: "https://a.example.org" }, "needs GRIDLESS_OIDC_CLIENT_ID"],
    [{ ...good, GRIDLESS_OIDC_ISSUER: "http://login.example.org" }, "must begin with https://"],
    [{ ...good, GRIDLESS_OIDC_ISSUER: "https://10.1.2.3" }, "must name a host on the internet"],
    [{ ...good, GRIDLESS_OIDC_ISSUER: "https://a:b@login.example.org" }, "must not contain a user name"],
    [{ ...good, GRIDLESS_OIDC_ISSUER: "https://login.example.org/#a" }, "must not have a query"],
    [{ ...good, GRIDLESS_OIDC_ISSUER: "http://127.0.0.1:8080", HOST: "0.0.0.0" }, "must begin with https://"],
    [{ ...good, GRIDLESS_OIDC_DOMAINS: "a.org b.org" }, 'separated by commas, not "a.org b.org"'],
    [{ ...good, GRIDLESS_OIDC_NAME: "x".repeat(51) }, "at most 50 characters"],
  ])("does not begin with %j", (environment, message) => {
    expect(() => checkEnvironment(environment)).toThrow(StartError);
    expect(() => checkEnvironment(environment)).toThrow(message);
    expect(() => checkEnvironment(environment)).not.toThrow("hush");
  });
});
