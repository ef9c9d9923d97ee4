/* What is not UTF-8 is refused, and never stored with U+FFFD in its place. */
import { describe, expect, test } from "vitest";
import { handler as submitSignIn } from "#functions/auth/submit-sign-in";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as uploadAttachment } from "#functions/record/upload-attachment";
import { aTable } from "#test/support/makers/makers";
import { call, fromOurPage } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { isDeployed } from "#test/support/run/target";

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "attachment", name: "Files" },
];
const made = await aTable({ fields, records: [{ fields: { Name: "Ada" } }] });
const { owner: as, tableId } = made;
const params = { tableId };

const names = async () => {
  const { body } = await call(listRecords, { as, params });
  return body.records.map(({ fields }: { fields: Record<string, unknown> }) => fields["Name"]);
};
const create = (body: Buffer) => call(createRecords, { as, params, body });
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));
const before = '{"records":[{"fields":{"Name":"';
const after = '"}}]}';

// API Gateway makes a string of it before the function sees it
describe.skipIf(isDeployed())("400: a JSON body that is not UTF-8 names the byte", () => {
  test.each<[string, number[], number, string]>([
    ["a byte that is never in UTF-8", [0xff], 0, "ff"],
    ["Latin-1", [0x4a, 0xfc, 0x72, 0x67], 1, "fc"],
    ["a continuation alone", [0xc3, 0xbc, 0x80], 2, "80"],
    ["a character that is cut", [0x41, 0xf0, 0x9f, 0x9a], 1, "f0"],
    ["a cut character that begins as U+FFFD does", [0xef, 0x41], 0, "ef"],
    ["a longer part of one", [0xef, 0xbf, 0x41], 0, "ef"],
    ["after U+FFFD itself", [0xef, 0xbf, 0xbd, 0xef, 0xbf, 0xff], 3, "ef"],
    ["a longer form than needed", [0xc0, 0x80], 0, "c0"],
    ["a half of a surrogate pair", [0xed, 0xa0, 0x80], 0, "ed"],
    ["above U+10FFFF", [0xf4, 0x90, 0x80, 0x80], 0, "f4"],
  ])("%s", async (_, wrong, offset, value) => {
    const answer = await create(bytes(before, wrong, after));
    expect(refusal(answer)).toEqual({ status: 400, paths: [""] });
    expect(answer.body.message).toContain(
      `the body is not UTF-8: see byte ${before.length + offset}, counted from 0 (0x${value})`,
    );
    expect(await names()).toEqual(["Ada"]);
  });

  test("the end of the body", async () => {
    const answer = await create(bytes(before, [0xef, 0xbf]));
    expect(answer.body.message).toContain(`see byte ${before.length}, counted from 0 (0xef)`);
  });
});

test("201: U+FFFD that was sent is kept, as all of Unicode", async () => {
  const name = "\ufffd ü 🚀 \uffff";
  const answer = await create(bytes(before, name, after));
  expect(answer).toMatchObject({ status: 201, body: { records: [{ fields: { Name: name } }] } });
  expect(await names()).toEqual(["Ada", name]);
});

describe("400: a query", () => {
  test.each<[string, string, string[]]>([
    ["a value", "search=%FF", ["search"]],
    ["Latin-1", "take=5&search=J%FCrg", ["search"]],
    ["a surrogate", "search=%ED%A0%80", ["search"]],
    ["a name", "%FF=1", [""]],
    ["one of a list", "projection[]=Name&projection[]=%C3", ['["projection[]"]']],
  ])("%s", async (_, query, paths) => {
    const answer = await call(listRecords, { as, params, query });
    expect(answer.status).toBe(400);
    expect(refusal(answer).paths).toEqual(expect.arrayContaining(paths));
    expect(answer.body.message).toContain("is not percent-encoded UTF-8");
  });

  test("401 and 404 come first; a percent that stands for itself is text", async () => {
    const query = "search=%FF";
    expect((await call(listRecords, { params, query })).status).toBe(401);
    const elsewhere = { tableId: `tbl${"0".repeat(16)}` };
    expect((await call(listRecords, { as, params: elsewhere, query })).status).toBe(404);
    expect((await call(listRecords, { as, params, query: "search=100%25%20%C3%BC%" })).status).toBe(200);
  });
});

test.each<[string, Buffer]>([
  ["bytes", bytes("email=ada@example.org&password=", [0xff])],
  ["percent-encoded bytes", bytes("email=ada@example.org&password=%FF")],
])("400: a form with %s that are not UTF-8", async (_, body) => {
  const headers = { ...fromOurPage(), "content-type": "application/x-www-form-urlencoded" };
  const answer = await call(submitSignIn, { body, headers });
  expect(answer.status).toBe(400);
  expect(answer.body).toContain("UTF-8");
});

describe("multipart/form-data", () => {
  const upload = (name: string | number[]) => {
    const recordId = made.table.records[0]?.id ?? "";
    const attachmentFieldId = made.table.fields[1]?.id ?? "";
    const head = `content-disposition: form-data; name="file"; filename="`;
    const body = bytes(
      `--x\r\n${head}`,
      name,
      `"\r\ncontent-type: text/plain\r\n\r\n`,
      [0xff],
      "\r\n--x--\r\n",
    );
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    return call(uploadAttachment, { as, params: { ...params, recordId, attachmentFieldId }, body, headers });
  };

  test("400: a file name that is not UTF-8", async () => {
    expect(refusal(await upload([0x4a, 0xfc]))).toEqual({ status: 400, paths: ["file"] });
  });

  test("201: the content of a file may be any bytes, its name any text", async () => {
    const { status, body } = await upload("ü\ufffd.txt");
    expect(status).toBe(201);
    const kept = expect.objectContaining({ name: "ü\ufffd.txt" });
    expect(Object.values(body.fields)).toContainEqual([kept]);
  });
});
