import { describe, expect, test } from "vitest";
import { limits } from "#lib/schemas/basics/limits";
import { aRecord } from "#test/functions/record/support/uploads";
import { atAddress, pixel } from "#test/support/makers/files";
import { asForm } from "#test/support/requests/as-form";
import { refusal } from "#test/support/requests/refusal";

const hello = () => new File(["hello"], "größe.txt", { type: "text/plain" });

describe("an uploaded file", () => {
  test("201: it is in the cell", async () => {
    const { upload, read } = await aRecord();
    const { status, body } = await upload(...(await asForm({ file: hello() })));
    expect(status).toBe(201);
    expect(body.fields).toMatchObject({
      Name: "a",
      Files: [{ name: "größe.txt", mimetype: "text/plain", size: 5, presignedUrl: expect.any(String) }],
    });
    expect((await read()).body).toMatchObject({ fields: { Files: [{ id: body.fields.Files[0].id }] } });
  });

  test("201: it comes after the existing files, which do not change", async () => {
    const { upload } = await aRecord();
    const first = (await upload(...(await asForm({ file: hello() })))).body.fields.Files;
    const both = (await upload(...(await asForm({ file: new File(["x"], "x.bin") })))).body.fields.Files;
    expect(both).toMatchObject([{ id: first[0].id, token: first[0].token }, { name: "x.bin" }]);
    expect(both).toHaveLength(2);
  });

  test("201: its bytes are kept unchanged", async () => {
    const { upload } = await aRecord();
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256));
    const file = new File([bytes], "x", { type: "application/x-own" });
    const [{ presignedUrl }] = (await upload(...(await asForm({ file })))).body.fields.Files;
    expect((await atAddress(presignedUrl)).bytes).toEqual(bytes);
  });

  test.each([
    [
      "an image with its dimensions",
      new File([pixel], "p.png", { type: "image/png" }),
      { width: 1, height: 1 },
    ],
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
    ["an invalid type", "content-type: nonsense"],
    ["a type that would break the header", 'content-type: text/plain"x'],
  ])("201: %s is treated as arbitrary bytes", async (_, header) => {
    const { upload } = await aRecord();
    const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n${header}\r\n\r\nhi\r\n--x--\r\n`;
    const answer = await upload(body, { "content-type": "multipart/form-data; boundary=x" });
    expect(answer.body.fields.Files).toMatchObject([{ mimetype: "application/octet-stream" }]);
  });

  test("201: the largest file that fits in a body; 413: a larger one", async () => {
    const { upload } = await aRecord();
    const sized = (size: number) => asForm({ file: new File([new Uint8Array(size)], "large") });
    const [envelope] = await sized(0);
    const most = limits.bodyBytes - envelope.length;
    expect((await upload(...(await sized(most)))).body.fields.Files).toMatchObject([{ size: most }]);
    expect(refusal(await upload(...(await sized(most + 1)))).status).toBe(413);
  });

  test.each<[string, Record<string, string | File>, string[]]>([
    ["no part with this name", { data: hello() }, ["fileUrl"]],
    ["text instead of the file", { file: "hello" }, ["file"]],
    ["a URL in addition", { file: hello(), fileUrl: "https://example.org/a" }, ["fileUrl"]],
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
      "a missing end",
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
test("201: ten concurrent uploads are all in the cell", async () => {
  const { upload, read } = await aRecord();
  const names = Array.from({ length: 10 }, (_, i) => `${i}.txt`);
  const answers = await Promise.all(
    names.map(async (name) => upload(...(await asForm({ file: new File([name], name) })))),
  );
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
  const { Files } = (await read()).body.fields;
  expect(Files.map(({ name }: { name: string }) => name).sort()).toEqual(names);
});
