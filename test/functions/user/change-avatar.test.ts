import { describe, expect, test } from "vitest";
import { handler as removeFile } from "#functions/attachment/remove-file";
import { handler as getMe } from "#functions/auth/get-me";
import { handler as changeAvatar } from "#functions/user/change-avatar";
import { handler as getAvatar } from "#functions/user/get-avatar";
import { avatarKey } from "#lib/accounts/avatars";
import { limits } from "#lib/schemas/basics/limits";
import { atAddress, hears, pixel } from "#test/support/makers/files";
import { aPerson } from "#test/support/makers/people";
import { asForm } from "#test/support/requests/as-form";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { baseUrl } from "#test/support/run/target";

test("200: a URL; null removes it", async () => {
  const signedIn = await aPerson();
  const avatar = "https://example.org/ada.png";
  const { status, body } = await call(changeAvatar, { signedIn, body: { avatar } });
  expect({ status, avatar: body.avatar }).toEqual({ status: 200, avatar });
  expect((await call(changeAvatar, { signedIn, body: { avatar: null } })).body).not.toHaveProperty("avatar");
  expect((await call(getMe, { signedIn })).body).not.toHaveProperty("avatar");
});

test.each([
  ["an empty body", {}],
  ["not a URL", { avatar: "ada.png" }],
  ["a URL without https", { avatar: "http://example.org/ada.png" }],
  ["a script", { avatar: "javascript:alert(1)" }],
  ["a data URL", { avatar: "data:image/png;base64,AAAA" }],
  ["2001 characters", { avatar: `https://example.org/${"a".repeat(1981)}` }],
])("400: %s", async (_, body) => {
  const signedIn = await aPerson();
  expect(refusal(await call(changeAvatar, { signedIn, body }))).toEqual({ status: 400, paths: ["avatar"] });
});

describe("a file", () => {
  const png = () => new File([pixel], "ada.png", { type: "image/png" });
  const upload = async (signedIn: { cookie: string }, parts: Record<string, string | File>) => {
    const [body, headers] = await asForm(parts);
    return call(changeAvatar, { signedIn, body, headers });
  };
  const idOf = (avatar: string) => avatar.slice(-10);
  /** The picture at the address of an avatar, for anybody. */
  const read = async (avatar: string) => {
    const { status, headers } = await call(getAvatar, { params: { avatarId: idOf(avatar) } });
    return status === 302 ? atAddress(headers["location"] ?? "") : undefined;
  };

  test("200: the absolute address of the picture, which everybody can read", async () => {
    const signedIn = await aPerson();
    const { status, body } = await upload(signedIn, { file: png() });
    expect(status).toBe(200);
    expect(body.avatar).toMatch(/^https?:\/\/[^/]+\/user\/avatar\/\w{10}$/);
    expect((await call(getMe, { signedIn })).body.avatar).toBe(body.avatar);
    const picture = await read(body.avatar);
    expect(picture?.bytes).toEqual(pixel);
    expect(picture?.headers["content-type"]).toBe("image/png");
  });

  test("200: the type is what the bytes say, not what was sent", async () => {
    const file = new File([pixel], "a.html", { type: "text/html" });
    const { body } = await upload(await aPerson(), { file });
    expect((await read(body.avatar))?.headers["content-type"]).toBe("image/png");
  });

  test.each([
    ["another file", (signedIn: { cookie: string }) => upload(signedIn, { file: png() })],
    [
      "an address",
      (signedIn: { cookie: string }) =>
        call(changeAvatar, { signedIn, body: { avatar: "https://a.example/a.png" } }),
    ],
    ["null", (signedIn: { cookie: string }) => call(changeAvatar, { signedIn, body: { avatar: null } })],
  ])("404: the former picture, after %s took its place; its bytes go", async (_, replace) => {
    const signedIn = await aPerson();
    const former: string = (await upload(signedIn, { file: png() })).body.avatar;
    const { location = "" } = (await call(getAvatar, { params: { avatarId: idOf(former) } })).headers;
    expect((await replace(signedIn)).status).toBe(200);
    expect((await call(getAvatar, { params: { avatarId: idOf(former) } })).status).toBe(404);
    // elsewhere the consumer hears of it itself
    if (!baseUrl()) await hears(removeFile, avatarKey(idOf(former)));
    await expect.poll(async () => (await atAddress(location)).status).toBe(404);
  });

  test("200: the address of somebody else's picture does not make it one's own", async () => {
    const [ada, eve] = [await aPerson(), await aPerson()];
    const { avatar } = (await upload(ada, { file: png() })).body;
    await call(changeAvatar, { signedIn: eve, body: { avatar: avatar.replace(/^http:/, "https:") } });
    await call(changeAvatar, { signedIn: eve, body: { avatar: null } });
    expect((await read(avatar))?.bytes).toEqual(pixel);
  });

  test("200: of concurrent ones the last is kept, the others are removed", async () => {
    const signedIn = await aPerson();
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(signedIn, { file: png() })));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    const { avatar } = (await call(getMe, { signedIn })).body;
    const there = await Promise.all(
      answers.map(async ({ body }) => ((await read(body.avatar)) ? body.avatar : "")),
    );
    expect(there.filter(Boolean)).toEqual([avatar]);
  });

  test.each<[string, Record<string, string | File>, string[]]>([
    ["a text", { file: new File(["hello"], "a.png", { type: "image/png" }) }, ["file"]],
    [
      "SVG",
      { file: new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "a.svg", { type: "image/svg+xml" }) },
      ["file"],
    ],
    ["an empty file", { file: new File([], "a.png") }, ["file"]],
    ["too many bytes", { file: new File([pixel, new Uint8Array(limits.avatarBytes)], "a.png") }, ["file"]],
    ["a text part", { file: "hello" }, ["file"]],
    ["a file and an address", { file: png(), avatar: "https://a.example/a.png" }, ["avatar"]],
    ["another part", { picture: png() }, ["avatar"]],
  ])("400: %s", async (_, parts, paths) => {
    expect(refusal(await upload(await aPerson(), parts))).toEqual({ status: 400, paths });
  });
});
