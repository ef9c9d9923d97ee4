import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as uploadAttachment } from "#functions/record/upload-attachment";
import { limits } from "#lib/schemas/limits";
import { aReceiver } from "#test/outgoing/support/receiver";
import { call } from "#test/support/call";
import { fileUrl, pixel } from "#test/support/file-server";
import { refusal } from "#test/support/refusal";
import { inProcessOnly, isDeployed } from "#test/support/target";
import { aSheet, field } from "./support.ts";

const fields = [field("Name", "singleLineText"), field("Files", "attachment")];

async function aRecord() {
  const sheet = await aSheet({ fields });
  const [record] = (await sheet.create([{ Name: "a" }])).body.records;
  const [name, files] = sheet.table.fields as { id: string }[];
  const params = { ...sheet.params, recordId: record.id as string, attachmentFieldId: files?.id ?? "" };
  const upload = (body: unknown, headers: Record<string, string> = {}, to: object = {}) =>
    call(uploadAttachment, { as: sheet.owner, params: { ...params, ...to }, body, headers });
  return { ...sheet, params, upload, nameId: name?.id ?? "", read: () => sheet.get(params.recordId) };
}

/** Bytes and content type of a form, as a client sends it. */
async function asForm(parts: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.append(name, part);
  const sent = new Response(form);
  const type = sent.headers.get("content-type") ?? "";
  return [Buffer.from(await sent.arrayBuffer()), { "content-type": type }] as const;
}

const hello = () => new File(["hello"], "größe.txt", { type: "text/plain" });

describe("a file that is sent", () => {
  test("201: it is in the record", async () => {
    const { upload, read } = await aRecord();
    const { status, body } = await upload(...(await asForm({ file: hello() })));
    expect(status).toBe(201);
    expect(body.fields).toMatchObject({
      Name: "a",
      Files: [{ name: "größe.txt", mimetype: "text/plain", size: 5, presignedUrl: expect.any(String) }],
    });
    expect((await read()).body).toMatchObject({ fields: { Files: [{ id: body.fields.Files[0].id }] } });
  });

  test("201: behind those that are there, which stay as they are", async () => {
    const { upload } = await aRecord();
    const first = (await upload(...(await asForm({ file: hello() })))).body.fields.Files;
    const both = (await upload(...(await asForm({ file: new File(["x"], "x.bin") })))).body.fields.Files;
    expect(both).toMatchObject([{ id: first[0].id, token: first[0].token }, { name: "x.bin" }]);
    expect(both).toHaveLength(2);
  });

  test("201: its bytes are kept as they came, whatever they are", async () => {
    inProcessOnly("the test looks into the folder of files");
    const { upload } = await aRecord();
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256));
    const file = new File([bytes], "x", { type: "application/x-own" });
    const [{ token }] = (await upload(...(await asForm({ file })))).body.fields.Files;
    expect(await readFile(join(process.env["GRIDLESS_FILES"] ?? "", token))).toEqual(bytes);
  });

  test.each([
    ["an image says its size", new File([pixel], "p.png", { type: "image/png" }), { width: 1, height: 1 }],
    ["an empty file", new File([], "empty.txt", { type: "text/plain" }), { size: 0, name: "empty.txt" }],
    ["a name with folders", new File(["x"], "C:\\temp\\..\\x.txt"), { name: "x.txt" }],
    ["a name that is a path", new File(["x"], "../../etc/passwd"), { name: "passwd" }],
    ["no name", new File(["x"], " "), { name: "file" }],
    ["a name too long", new File(["x"], "ß".repeat(300)), { name: "ß".repeat(255) }],
    [
      "parameters of the type",
      new File(["x"], "x", { type: "text/HTML; charset=utf-8" }),
      { mimetype: "text/html" },
    ],
  ])("201: %s", async (_, file, expected) => {
    const { upload } = await aRecord();
    const { status, body } = await upload(...(await asForm({ file })));
    expect({ status, files: body.fields.Files }).toMatchObject({ status: 201, files: [expected] });
  });

  test.each([
    ["a type that is none", "content-type: nonsense"],
    ["a type that would be another header", 'content-type: text/plain"x'],
  ])("201: %s is that of any bytes", async (_, header) => {
    const { upload } = await aRecord();
    const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n${header}\r\n\r\nhi\r\n--x--\r\n`;
    const answer = await upload(body, { "content-type": "multipart/form-data; boundary=x" });
    expect(answer.body.fields.Files).toMatchObject([{ mimetype: "application/octet-stream" }]);
  });

  test("201: the largest that a body can hold; 413: a larger one", async () => {
    const { upload } = await aRecord();
    const sized = (size: number) => asForm({ file: new File([new Uint8Array(size)], "large") });
    const [envelope] = await sized(0);
    const most = limits.bodyBytes - envelope.length;
    expect((await upload(...(await sized(most)))).body.fields.Files).toMatchObject([{ size: most }]);
    expect(refusal(await upload(...(await sized(most + 1)))).status).toBe(413);
  });

  test.each<[string, Record<string, string | File>, string[]]>([
    ["no part of that name", { data: hello() }, ["fileUrl"]],
    ["text in its place", { file: "hello" }, ["file"]],
    ["an address besides", { file: hello(), fileUrl: "https://example.org/a" }, ["fileUrl"]],
  ])("400: %s", async (_, parts, paths) => {
    const { upload, read } = await aRecord();
    expect(refusal(await upload(...(await asForm(parts))))).toEqual({ status: 400, paths });
    expect((await read()).body.fields.Files).toBeUndefined();
  });

  test("400: two files", async () => {
    const { upload } = await aRecord();
    const part = `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhi\r\n`;
    const answer = await upload(`${part}${part}--x--\r\n`, {
      "content-type": "multipart/form-data; boundary=x",
    });
    expect(refusal(answer)).toEqual({ status: 400, paths: ["file"] });
  });

  test.each([
    ["no boundary", "multipart/form-data", "--x--\r\n"],
    ["another boundary", "multipart/form-data; boundary=y", "--x\r\n\r\n\r\n--x--\r\n"],
    [
      "an end that is missing",
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\nhi',
    ],
    ["nothing", "multipart/form-data; boundary=x", ""],
    ["JSON", "multipart/form-data; boundary=x", "{}"],
  ])("400: a body with %s", async (_, type, body) => {
    const { upload } = await aRecord();
    expect(refusal(await upload(body, { "content-type": type }))).toEqual({ status: 400, paths: [""] });
  });

  test("400: too many parts", async () => {
    const { upload } = await aRecord();
    const part = (i: number) => `--x\r\ncontent-disposition: form-data; name="${i}"\r\n\r\n\r\n`;
    const body = `${Array.from({ length: limits.bodyMembers + 1 }, (_, i) => part(i)).join("")}--x--\r\n`;
    const answer = await upload(body, { "content-type": "multipart/form-data; boundary=x" });
    expect(refusal(answer)).toEqual({ status: 400, paths: [""] });
  });
});

describe("a file at an address", () => {
  const ownMachine = "the stack calls nobody on this machine";

  /** An address with this path, where that is answered. */
  async function at(path: string, answer: RequestListener) {
    if (isDeployed()) inProcessOnly(ownMachine);
    return `${(await aReceiver(answer)).url}${path}`;
  }

  test("201: it is in the record, with its size as an image", async () => {
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
  ])("201: at %s, with %j, it is called %s", async (path, headers, name) => {
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

  test("201: of 20 MB; 400: of a byte more", async () => {
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
    ["is not there", (_, response) => response.writeHead(404).end(), /answered 404/],
    ["was not changed", (_, response) => response.writeHead(304).end(), /answered 304/],
    ["comes in part", (_, response) => response.writeHead(206).end("x"), /answered 206/],
    [
      "is compressed",
      (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x")),
      /answers compressed/,
    ],
    ["is cut off", (request) => request.socket.destroy(), /could not be reached/],
    [
      "redirects to a private address",
      (_, response) => response.writeHead(302, { location: "https://10.0.0.1/" }).end(),
      /leads on to another address, which must name a host/,
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

  test("400: none at all", async () => {
    const { upload } = await aRecord();
    expect(refusal(await upload({}))).toEqual({ status: 400, paths: ["fileUrl"] });
  });
});

describe("nothing is fetched", () => {
  async function asked(
    send: (of: Awaited<ReturnType<typeof aRecord>>, body: object) => ReturnType<typeof call>,
  ) {
    if (isDeployed()) inProcessOnly("the stack calls nobody on this machine");
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

  test("404: into a field that is not there", async () => {
    const to = { attachmentFieldId: "fldNobodyKnowsThis" };
    expect((await asked(({ upload }, body) => upload(body, {}, to))).status).toBe(404);
  });

  test("404: into a record that is not there", async () => {
    const to = { recordId: "recNobodyKnowsThis0" };
    expect((await asked(({ upload }, body) => upload(body, {}, to))).status).toBe(404);
  });

  test("412: into a record that has been changed since", async () => {
    const refused = await asked(({ upload }, body) => upload(body, { "if-match": '"1.x"' }));
    expect(refused.status).toBe(412);
  });
});

test("412: the record is changed while the file is fetched", async () => {
  if (isDeployed()) inProcessOnly("the stack calls nobody on this machine");
  const { upload, read, owner, params } = await aRecord();
  const { url } = await aReceiver(async (_, response) => {
    await call(updateRecord, { as: owner, params, body: { record: { fields: { Name: "b" } } } });
    response.end("x");
  });
  const known = (await read()).headers["etag"] as string;
  expect((await upload({ fileUrl: url }, { "if-match": known })).status).toBe(412);
  expect((await read()).body.fields).toEqual({ Name: "b" });
});

test("201: ten at the same moment are all there", async () => {
  const { upload, read } = await aRecord();
  const names = Array.from({ length: 10 }, (_, i) => `${i}.txt`);
  const answers = await Promise.all(
    names.map(async (name) => upload(...(await asForm({ file: new File([name], name) })))),
  );
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
  const { Files } = (await read()).body.fields;
  expect(Files.map(({ name }: { name: string }) => name).sort()).toEqual(names);
});
