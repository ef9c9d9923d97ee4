/*
 * A space with copies of its bases, links between them, files that another space uses too, shares with passwords and people with a second factor:
 * each read gives the same in the target as before, but for what belongs to one cell.
 */
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeCode, stepAt } from "#lib/accounts/totp";
import { fromBase32 } from "#test/support/makers/people";
import { beginMove, type Call, caller, readFolder, startTwo, type Two } from "./two-servers.ts";
import { done, fill, join } from "./world.ts";

const password = "correct horse 7";

/** Signs up a person whose address is verified; gives the cookie of the session too. */
async function aVerified(server: Two["servers"]["a"], email: string) {
  const anyone = caller(server, "");
  const before = server.output().length;
  const { headers, body } = await anyone("POST", "/auth/signup", { email, password });
  const cookie = (headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
  const session = { cookie, "x-window-id": "w", origin: server.dev.url };
  await anyone("POST", "/auth/verify-email", { link: await readLink(server, before, "verify") }, session);
  const { body: made } = await anyone("GET", "/auth/temp-token", undefined, session);
  return { email, userId: body.id as string, token: made.accessToken as string, session };
}

async function readLink({ output }: Two["servers"]["a"], before: number, page: string): Promise<string> {
  const found = () => new RegExp(`${page}\\?link=([\\w-]+)`).exec(output().slice(before))?.[1];
  await expect.poll(found).toBeDefined();
  return found() ?? "";
}

/** Turns the second factor on by the page; gives the secret as the page shows it. */
async function withFactor(server: Two["servers"]["a"], { session }: { session: Record<string, string> }) {
  const send = async (fields: Record<string, string>) => {
    const response = await fetch(`${server.dev.url}/account/second-factor`, {
      method: "POST",
      headers: { ...session, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields),
    });
    return { status: response.status, text: await response.text() };
  };
  const begun = await send({ do: "begin", password });
  const [secret = ""] = /(?:[A-Z2-7]{4} ?){8}/.exec(begun.text) ?? [];
  expect({ begun, secret }).toMatchObject({
    begun: { status: 200 },
    secret: expect.stringMatching(/^.{32,}/),
  });
  const confirmed = await send({ do: "confirm", code: makeCode(fromBase32(secret), stepAt(Date.now())) });
  expect(confirmed).toMatchObject({ status: 200 });
  return secret;
}

test("copies of bases, links between them, shares, files of two spaces and people with a second factor", async () => {
  const two = await startTwo();
  const { servers, folders, spaceId, baseId } = two;
  const [a, b] = [caller(servers.a), caller(servers.b)];
  const world = await fill(two, "http://127.0.0.1:9/");
  const ada = await aVerified(servers.a, "ada@example.org");
  const secret = await withFactor(servers.a, ada);
  const cyd = await aVerified(servers.a, "cyd@example.org");
  await withFactor(servers.a, cyd);
  const cydThere = await aVerified(servers.b, "cyd@example.org");
  await join(two, `/space/${spaceId}`, ada, "creator");
  await join(two, `/base/${baseId}`, cyd, "commenter");

  const { id: otherSpace } = await done(a("POST", "/space", { name: "Other" }));
  const copies: string[] = [];
  for (const [into, name] of [
    [spaceId, "Twin"],
    [spaceId, "Twin"],
    [otherSpace, "Elsewhere"],
  ] as const) {
    const made = await done(
      a("POST", "/base/duplicate", { fromBaseId: baseId, spaceId: into, name, withRecords: true }),
    );
    copies.push(made.id);
  }
  const [one = "", other = "", elsewhere = ""] = copies;
  const tablesOf = async (call: Call, id: string) => done(call("GET", `/base/${id}/table`));
  const filmsOf = async (call: Call, id: string) =>
    (await tablesOf(call, id)).find(({ name }: { name: string }) => name === "Films");
  await expect.poll(async () => (await filmsOf(a, elsewhere))?.id, { timeout: 20_000 }).toBeDefined();
  const [filmsOne, filmsOther, filmsElsewhere] = [
    await filmsOf(a, one),
    await filmsOf(a, other),
    await filmsOf(a, elsewhere),
  ];
  const bridge = await done(
    a("POST", `/table/${filmsOne.id}/field`, {
      ...{ name: "Bridge", type: "link" },
      options: { relationship: "manyMany", foreignTableId: filmsOther.id, baseId: other },
    }),
  );
  const recordsOf = async (call: Call, id: string) =>
    (await done(call("GET", `/table/${id}/record?fieldKeyType=id&take=1000`))).records;
  const [recordOne] = await recordsOf(a, filmsOne.id);
  const [recordOther] = await recordsOf(a, filmsOther.id);
  await done(
    a("PATCH", `/table/${filmsOne.id}/record/${recordOne.id}`, {
      ...{ fieldKeyType: "id" },
      record: { fields: { [bridge.id]: [{ id: recordOther.id }] } },
    }),
  );
  const { shareId } = await done(a("POST", `${world.path}/view/${world.view.id}/enable-share`, {}));
  await done(a("PUT", `${world.path}/view/${world.view.id}/share-meta`, { password: "open 7 sesame" }));
  await done(
    a("POST", "/oauth/client", {
      name: "App",
      homepage: "https://app.example.org",
      redirectUris: ["https://app.example.org/back"],
      scopes: ["record|read"],
    }),
  );

  const reads = [
    `/space/${spaceId}`,
    `/space/${spaceId}/base`,
    `/space/${spaceId}/collaborators`,
    `/space/${spaceId}/invitation/link`,
    `/space/${spaceId}/access-log`,
    `/trash?resourceType=base`,
    `/trash/items?resourceId=${baseId}&resourceType=base`,
    ...[baseId, one, other].flatMap((id) => [
      `/base/${id}`,
      `/base/${id}/table`,
      `/base/${id}/collaborators`,
      `/base/${id}/users`,
      `/base/${id}/webhook`,
      `/base/${id}/permission`,
    ]),
    ...[world.films.id, world.people.id, filmsOne.id, filmsOther.id].flatMap((id) => [
      `/table/${id}/field`,
      `/table/${id}/view`,
      `/table/${id}/record?fieldKeyType=id&take=1000`,
      `/table/${id}/record/history`,
      `/trash/items?tableId=${id}`,
      `/table/${id}/aggregation`,
    ]),
    `${world.path}/record/${world.first}/history`,
    `/comment/${world.films.id}/${world.first}/list`,
    `/share/${world.shareId}/view`,
    `/share/${shareId}/view`,
  ];
  const all = async (call: Call) =>
    Object.fromEntries(
      await Promise.all(
        reads.map(async (path) => {
          const { status, body } = await call("GET", path);
          return [path, { status, body }] as const;
        }),
      ),
    );
  const before = await all(a);
  const { code, output } = await two.move();
  expect({ code, output }).toMatchObject({ code: 0 });
  const after = await all(b);
  const people = new Map([
    [servers.a.dev.userId, servers.b.dev.userId],
    [cyd.userId, cydThere.userId],
  ]);
  const plain = (value: unknown) =>
    JSON.stringify(value, null, 1)
      .replace(/usr[0-9A-Za-z]{16}/g, (id) => people.get(id) ?? id)
      .replaceAll(/"(presignedUrl|url|smThumbnailUrl|lgThumbnailUrl)": "[^"]*"/g, '"$1": ""');
  expect(plain(after)).toBe(plain(before).replaceAll(servers.a.dev.url, servers.b.dev.url));

  // files of the other space
  const bytesOf = async (server: Two["servers"]["a"], call: Call, id: string) => {
    const records = await recordsOf(call, id);
    const [found] = records.flatMap(({ fields }: { fields: object }) =>
      Object.values(fields).flatMap((value) =>
        Array.isArray(value) && value[0]?.presignedUrl ? [value[0].presignedUrl] : [],
      ),
    );
    return (await fetch(new URL(found, server.dev.url))).text();
  };
  expect(await bytesOf(servers.b, b, filmsOne.id)).toBe("hello, other cell");
  expect(await bytesOf(servers.a, a, filmsElsewhere.id)).toBe("hello, other cell");
  expect(await two.move(["--remove", "--early"])).toMatchObject({ code: 0 });
  // the job begins after a second
  await wait(3000);
  expect(await bytesOf(servers.a, a, filmsElsewhere.id)).toBe("hello, other cell");
  const second = await beginMove(["--space", otherSpace, "--from", folders.a, "--to", folders.b]).ended;
  expect(second).toMatchObject({ code: 0 });
  expect(await bytesOf(servers.b, b, filmsElsewhere.id)).toBe("hello, other cell");
  await done(b("DELETE", `/space/${spaceId}`));
  await done(b("DELETE", `/space/${spaceId}/permanent`));
  await wait(3000);
  expect(await bytesOf(servers.b, b, filmsElsewhere.id)).toBe("hello, other cell");

  // second factor
  const at = caller(servers.b, "");
  const withPassword = await at("POST", "/auth/signin", { email: ada.email, password });
  const mark = servers.b.output().length;
  await at("POST", "/auth/send-reset-password-email", { email: ada.email });
  const link = await readLink(servers.b, mark, "choose-password");
  const chosen = await at("POST", "/auth/reset-password", { link, password: "other horse 8" });
  expect(withPassword).toMatchObject({ status: 400, body: { code: "invalid_credentials" } });
  expect(chosen).toMatchObject({ status: 200, body: { id: ada.userId } });
  await two.stop();
  const left = [...(await readFolder(folders.b)).values()];
  const text = JSON.stringify(left);
  expect(text).not.toContain("secondFactor");
  for (const server of [servers.a, servers.b])
    expect(server.output().replaceAll(" ", "")).not.toContain(secret.replaceAll(" ", ""));
}, 240_000);
