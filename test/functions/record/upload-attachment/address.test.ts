/* Files that the server fetches from a URL: here from this machine, which tests allow as `npm start` does. */
import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { handler as updateRecord } from "#functions/record/update-record";
import { limits } from "#lib/schemas/basics/limits";
import { aRecord } from "#test/functions/record/support/uploads";
import { aReceiver } from "#test/outgoing/support/receiver";
import { fileUrl } from "#test/support/makers/file-server";
import { pixel } from "#test/support/makers/files";
import { asForm } from "#test/support/requests/as-form";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly, isDeployed } from "#test/support/run/target";

describe("a file at a URL", () => {
  const ownMachine = "the deployed stack cannot call this machine";

  /** A URL with this path that is answered by this listener. */
  async function at(path: string, answer: RequestListener) {
    if (isDeployed()) inProcessOnly(ownMachine);
    return `${(await aReceiver(answer)).url}${path}`;
  }

  test("201: it is in the cell, with its dimensions as an image", async () => {
    if (isDeployed()) inProcessOnly(ownMachine);
    const { upload } = await aRecord();
    const { status, body } = await upload({ fileUrl: await fileUrl() });
    expect(status).toBe(201);
    expect(body.fields.Files).toMatchObject([
      { name: "pixel.png", mimetype: "image/png", size: pixel.length, width: 1, height: 1 },
    ]);
  });

  test("201: in a form too", async () => {
    if (isDeployed()) inProcessOnly(ownMachine);
    const { upload } = await aRecord();
    expect((await upload(...(await asForm({ fileUrl: await fileUrl() })))).status).toBe(201);
  });

  test.each([
    ["/a%20b.txt?c=d/e", {}, "a b.txt"],
    ["/a%ZZ", {}, "a%ZZ"],
    ["/folder/", {}, "file"],
    ["/x", { "content-disposition": 'attachment; filename="my \\"own\\".txt"' }, 'my "own".txt'],
    ["/x", { "content-disposition": "inline; filename=plain.txt" }, "plain.txt"],
    [
      "/x",
      { "content-disposition": "attachment; filename=a.txt; filename*=UTF-8''gr%C3%B6%C3%9Fe.txt" },
      "größe.txt",
    ],
    [
      "/x",
      { "content-disposition": Buffer.from('attachment; filename="größe.txt"').toString("latin1") },
      "größe.txt",
    ],
    ["/x", { "content-disposition": 'attachment; filename="../../etc/passwd"' }, "passwd"],
    ["/x.png", { "content-disposition": "inline" }, "x.png"],
  ])("201: at %s, with %j, its name is %s", async (path, headers, name) => {
    const { upload } = await aRecord();
    const address = await at(path, (_, response) => response.writeHead(200, headers).end("x"));
    expect((await upload({ fileUrl: address })).body.fields.Files).toMatchObject([{ name }]);
  });

  test("201: after a redirect", async () => {
    const { upload } = await aRecord();
    const target = await at("/there.txt", (_, response) => response.end("x"));
    const address = await at("/here.txt", (_, response) =>
      response.writeHead(302, { location: target }).end(),
    );
    expect((await upload({ fileUrl: address })).body.fields.Files).toMatchObject([
      { name: "here.txt", size: 1 },
    ]);
  });

  test("201: 20 MB; 400: one byte more", async () => {
    const { upload, read } = await aRecord();
    const address = await at("/large", (_, response) => response.end(Buffer.alloc(limits.fetchedFileBytes)));
    expect((await upload({ fileUrl: address })).body.fields.Files).toMatchObject([
      { size: limits.fetchedFileBytes },
    ]);
    const larger = await at("/larger", (_, response) =>
      response.end(Buffer.alloc(limits.fetchedFileBytes + 1)),
    );
    expect(refusal(await upload({ fileUrl: larger }))).toEqual({ status: 400, paths: ["fileUrl"] });
    expect((await read()).body.fields.Files).toHaveLength(1);
  });

  test.each<[string, RequestListener, RegExp]>([
    ["is missing", (_, response) => response.writeHead(404).end(), /responded with status 404/],
    ["is not modified", (_, response) => response.writeHead(304).end(), /responded with status 304/],
    ["is partial", (_, response) => response.writeHead(206).end("x"), /responded with status 206/],
    [
      "is compressed",
      (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x")),
      /sent a compressed response/,
    ],
    ["is cut off", (request) => request.socket.destroy(), /could not be reached/],
    [
      "redirects to a private address",
      (_, response) => response.writeHead(302, { location: "https://10.0.0.1/" }).end(),
      /redirects to another address, which must name a host/,
    ],
  ])("400: what %s", async (_, answer, message) => {
    const { upload, read } = await aRecord();
    const refused = await upload({ fileUrl: await at("/x", answer) });
    expect(refusal(refused)).toEqual({ status: 400, paths: ["fileUrl"] });
    expect(refused.body.data.issues[0].message).toMatch(message);
    expect((await read()).body.fields.Files).toBeUndefined();
  });

  test.each([
    "",
    "photo.png",
    "file:///etc/passwd",
    "http://example.org/a.png",
    "https://169.254.169.254/latest/meta-data/iam/security-credentials/",
    "https://[::ffff:10.0.0.1]/",
    "https://2130706433/",
    "https://user:secret@example.org/",
    "https://metadata.google.internal/",
    "https://example.org:25/",
    "https://nobody.invalid/",
    `https://example.org/${"x".repeat(2000)}`,
  ])("400: %j", async (fileUrl) => {
    const { upload } = await aRecord();
    expect(refusal(await upload({ fileUrl }))).toEqual({ status: 400, paths: ["fileUrl"] });
  });

  test("400: no URL", async () => {
    const { upload } = await aRecord();
    expect(refusal(await upload({}))).toEqual({ status: 400, paths: ["fileUrl"] });
  });
});

describe("nothing is fetched", () => {
  async function asked(
    send: (of: Awaited<ReturnType<typeof aRecord>>, body: object) => ReturnType<typeof call>,
  ) {
    if (isDeployed()) inProcessOnly("the deployed stack cannot call this machine");
    const receiver = await aReceiver((_, response) => response.end("x"));
    const answer = await send(await aRecord(), { fileUrl: receiver.url });
    expect(receiver.connections()).toBe(0);
    return refusal(answer);
  }

  test("400: into a field of another type", async () => {
    const refused = await asked(({ upload, nameId }, body) =>
      upload(body, {}, { attachmentFieldId: nameId }),
    );
    expect(refused).toEqual({ status: 400, paths: ["attachmentFieldId"] });
  });

  test("404: into an unknown field", async () => {
    const to = { attachmentFieldId: "fldNobodyKnowsThis" };
    expect((await asked(({ upload }, body) => upload(body, {}, to))).status).toBe(404);
  });

  test("404: into an unknown record", async () => {
    const to = { recordId: "recNobodyKnowsThis0" };
    expect((await asked(({ upload }, body) => upload(body, {}, to))).status).toBe(404);
  });

  test("412: into a record that has changed", async () => {
    const refused = await asked(({ upload }, body) => upload(body, { "if-match": '"1.x"' }));
    expect(refused.status).toBe(412);
  });
});

test("412: the record changes while the file is fetched", async () => {
  if (isDeployed()) inProcessOnly("the deployed stack cannot call this machine");
  const { upload, read, owner, params } = await aRecord();
  const { url } = await aReceiver(async (_, response) => {
    await call(updateRecord, { as: owner, params, body: { record: { fields: { Name: "b" } } } });
    response.end("x");
  });
  const known = (await read()).headers["etag"] as string;
  expect((await upload({ fileUrl: url }, { "if-match": known })).status).toBe(412);
  expect((await read()).body.fields).toEqual({ Name: "b" });
});
