import { describe, expect, test } from "vitest";
import { aSheet, field } from "#test/functions/record/support/records";
import { refusal } from "#test/support/requests/refusal";
import { disturbed } from "#test/support/store/faults";

const names = Array.from({ length: 500 }, (_, i) => `${i}`.padEnd(255, "x"));
const choices = names.map((name) => ({ name }));
const text = (more?: object) => field("Name", "singleLineText", more);

describe("limits", () => {
  test("400: a cell of 400 KB: the message has limit and size, with typecast too", async () => {
    const { create } = await aSheet();
    for (const typecast of [false, true])
      expect((await create([{ Name: "x".repeat(400 * 1024) }], { typecast })).body.data.issues).toEqual([
        { path: "records[0].fields.Name", message: "must have at most 100000 characters; got 409600" },
      ]);
  });

  test("400: a record larger than a store item", async () => {
    const fields = Array.from({ length: 5 }, (_, i) => field(`F${i}`, "longText"));
    const { create, count } = await aSheet({ fields });
    const cells = Object.fromEntries(fields.map(({ name }) => [name, "x".repeat(100_000)]));
    const answer = await create([{}, cells]);
    expect(answer.status).toBe(400);
    expect(refusal(answer).paths).toEqual(["records[1]"]);
    expect(answer.body.message).toContain("must have at most 380 KB; got 489 KB");
    expect(await count()).toBe(0);
  });

  test("400, 413: a thousand large records are refused quickly", async () => {
    const long = { options: { choices, defaultValue: names } };
    const fields = [text(), ...Array.from({ length: 10 }, (_, i) => field(`T${i}`, "multipleSelect", long))];
    const { create, count } = await aSheet({ fields });
    expect((await create(Array(1000).fill({ Name: 1 }))).body.data.total).toBe(1000);
    expect((await create(Array(1000).fill({}))).status).toBe(413);
    expect(await count()).toBe(0);
  });

  test("201: as many bytes as body and response may have", async () => {
    const { create, count } = await aSheet({ fields: [text(), field("Long", "longText")] });
    const records = Array.from({ length: 42 }, () => ({ Long: "x".repeat(99_660) }));
    expect((await create(records)).status).toBe(201);
    expect(await count()).toBe(42);
  });

  test.each([false, true])("400: text longer than a cell may be, typecast: %j", async (typecast) => {
    const { create } = await aSheet({
      fields: [
        ...[text(), field("Who", "user"), field("Due", "date"), field("No", "number")],
        field("Tags", "multipleSelect", { options: { preventAutoNewOptions: true } }),
      ],
    });
    const cells = { Name: "a,", Who: "a,", Due: "a,", No: "a,", Tags: "a," };
    const long = Object.fromEntries(Object.entries(cells).map(([key, item]) => [key, item.repeat(400_000)]));
    expect((await create([long], { typecast })).body.data.issues).toEqual(
      Object.keys(cells).map((key) => ({
        path: `records[0].fields.${key}`,
        message: "must have at most 100000 characters; got 800000",
      })),
    );
  });

  test("413: a body over 4 MB", async () => {
    const { send } = await aSheet();
    const answer = await send(`{"records":[{"fields":{"Name":"${"x".repeat(4 * 1024 * 1024)}"}}]}`);
    expect(answer).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
    expect(answer.body.message).toMatch(/has 4194340 bytes, the limit is 4194304/);
  });

  test("413: a response over 4 MB, refused before anything is written", async () => {
    const long = { options: { defaultValue: "x".repeat(100_000) } };
    const { create, count } = await aSheet({ fields: [text(), field("Long", "longText", long)] });
    const answer = await create(Array.from({ length: 50 }, () => ({})));
    expect(answer).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
    expect(answer.body.message).toMatch(/would have at least 42\d{5} bytes; the limit is 4194304/);
    expect(await count()).toBe(0);
  });

  test("201: a byte order mark before the body is ignored", async () => {
    const { send, count } = await aSheet();
    const body = '\ufeff{"records":[{"fields":{"Name":"a"}}]}';
    const answer = await send(body);
    expect(answer).toMatchObject({ status: 201, body: { records: [{ fields: { Name: "a" } }] } });
    expect(await count()).toBe(1);
  });

  test.each([
    ["text that is not JSON", "{records:[]}", /^the body is not JSON: /],
    ["half a body", '{"records":[{"fie', /^the body is not JSON: /],
    ["nothing", "", /^the body is empty; send \{\}/],
    ["white space", " \n", /^the body is empty/],
    ["deeply nested lists", "[".repeat(1e6) + "]".repeat(1e6), /^the body is nested deeper than 100$/],
    [
      "the same with half a surrogate pair",
      `{"a":"\\ud800","b":${"[".repeat(1e6)}${"]".repeat(1e6)}}`,
      /^the body is nested deeper than 100$/,
    ],
  ])("400: %s", async (_, body, message) => {
    const { send } = await aSheet();
    const answer = await send(body);
    expect({ status: answer.status, issues: answer.body.data.issues }).toEqual({
      status: 400,
      issues: [{ path: "", message: expect.stringMatching(message) }],
    });
  });

  test.each<[string, unknown, string, string]>([
    [
      "too many members of an array",
      { records: [{ fields: { Name: Array(10_001).fill(1) } }] },
      "records[0].fields.Name",
      "at most 10000 members; got 10001",
    ],
    [
      "too many members of an object",
      `{"records":[{"fields":{${Array.from({ length: 300_000 }, (_, i) => `"${i}":1`)}}}]}`,
      "records[0].fields",
      "at most 10000 members; got 300000",
    ],
    [
      "too many values in all, one of them half a surrogate pair",
      `{"a":"\\ud800","records":[${Array(500).fill(`[${Array(2000).fill("[]")}]`)}]}`,
      "",
      "the body holds more than 600000 values",
    ],
  ])("400: %s", async (_, body, path, message) => {
    const { send } = await aSheet();
    expect(await send(body)).toMatchObject({ status: 400, body: { data: { issues: [{ path, message }] } } });
  });

  test("400: for a large body only the first error", async () => {
    const { send } = await aSheet();
    const fields = Object.fromEntries(Array.from({ length: 99 }, (_, i) => [i, 1]));
    const records = Array.from({ length: 600 }, (_, i) => (i < 598 ? { fields } : 1));
    expect(refusal(await send({ records }))).toEqual({ status: 400, paths: ["records[598]"] });
    const paths = ["records[98]", "records[99]"];
    expect(refusal(await send({ records: records.slice(500) }))).toEqual({ status: 400, paths });
  });

  test("400: a text that could not be kept as it is, at any depth and in any name", async () => {
    const { send, count } = await aSheet({ fields: [text(), field("__proto__", "singleLineText")] });
    const answer = await send(
      '{"typecast":true,"records":[{"fields":{"Name":["a\\ud800"],"__proto__":"\\udc00b"}},{"fields":{"Name":"a\\u0000b","\\ud800":1}}]}',
    );
    expect({ status: answer.status, issues: answer.body.data.issues }).toEqual({
      status: 400,
      issues: [
        ["records[0].fields.Name[0]", "has half a surrogate pair"],
        ["records[0].fields.__proto__", "has half a surrogate pair"],
        ["records[1].fields.Name", "has the character U+0000"],
        ['records[1].fields["\\ud800"]', "has half a surrogate pair"],
      ].map(([path, message]) => ({ path, message: expect.stringContaining(message ?? "") })),
    });
    expect(await count()).toBe(0);
  });

  test("201: whole surrogate pairs, and a key named __proto__", async () => {
    const { send } = await aSheet({ fields: [text(), field("__proto__", "singleLineText")] });
    const { status, body } = await send(
      '{"typecast":true,"records":[{"fields":{"Name":["a\\ud83d\\ude80"],"__proto__":"b"}}]}',
    );
    expect({ status, cells: Object.entries(body.records[0].fields) }).toEqual({
      status: 201,
      cells: [
        ["Name", "a🚀"],
        ["__proto__", "b"],
      ],
    });
  });

  describe("a number in JSON", () => {
    const sent = (digits: string) =>
      `{"typecast":true,"records":[{"fields":{"Name":[${digits}]}},{"fields":{}}]}`;

    test.each([
      "9007199254740993",
      "-9007199254740993",
      "12345678901234567890",
      "1e-400",
      `0.${"0".repeat(400)}1`,
    ])("400: %s, for which another number would be stored", async (digits) => {
      const { send, count } = await aSheet();
      const answer = await send(sent(digits));
      expect({ status: answer.status, issues: answer.body.data.issues }).toEqual({
        status: 400,
        issues: [
          {
            path: "records[0].fields.Name[0]",
            message: expect.stringContaining(
              /^1e-|^0[.]/.test(digits)
                ? "is too near to 0 to be kept"
                : "has more digits than a number keeps exactly",
            ),
          },
        ],
      });
      expect(await count()).toBe(0);
    });

    test.each([
      ["9007199254740992", "9007199254740992"],
      ["12345678901234567000", "12345678901234567000"],
      ["100000000000000000000", "100000000000000000000"],
      ["0.1000000000000000055511151231257827", "0.1"],
      ["3.00000000000000000000", "3"],
      ["-0.00000000000000000000", "0"],
      ["1.0e-100", "1e-100"],
      ['"9007199254740993"', "9007199254740993"],
    ])("201: %s, which is kept", async (digits, kept) => {
      const { send } = await aSheet();
      const { status, body } = await send(sent(digits));
      expect({ status, name: body.records[0].fields.Name }).toEqual({ status: 201, name: kept });
    });
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
    "415: content-type %j",
    async (type) => {
      const { send } = await aSheet();
      const answer = await send('{"records":[{"fields":{}}]}', { headers: { "content-type": type } });
      expect(answer).toMatchObject({ status: 415, body: { code: "unsupported_media_type" } });
    },
  );

  test.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/vnd.api+json"])(
    "201: content-type %s",
    async (type) => {
      const { send } = await aSheet();
      expect((await send({ records: [{ fields: {} }] }, { headers: { "content-type": type } })).status).toBe(
        201,
      );
    },
  );

  test("400: thousands of unknown people", async () => {
    const { create } = await aSheet({
      fields: [text(), field("Who", "user", { options: { isMultiple: true } })],
    });
    const people = Array.from({ length: 9000 }, (_, i) => ({ id: `usr${String(i).padStart(16, "0")}` }));
    const sent = await disturbed(
      () => undefined,
      async () => {
        const answer = await create([{ Who: people }]);
        expect(refusal(answer)).toEqual({ status: 400, paths: ["records[0].fields.Who"] });
      },
    );
    expect(sent.length).toBeLessThan(20);
  });
});
