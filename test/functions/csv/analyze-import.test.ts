import { expect, test } from "vitest";
import { handler as announce } from "#functions/attachment/announce-attachment";
import { handler as analyzeImport } from "#functions/csv/analyze-import";
import { aReceiver } from "#test/outgoing/support/receiver";
import { aFile } from "#test/support/makers/files";
import { type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly, isDeployed } from "#test/support/run/target";
import { aWorkbook, rowsOf, workbookType } from "#test/support/workbooks";

const csv = "Name,Price\nPear,1.20\nPlum,3\n";
const analyze = (as: Someone, attachmentUrl: string, fileType = "csv") =>
  call(analyzeImport, { as, query: { attachmentUrl, fileType } });
const answer = {
  worksheets: {
    "Import Table": {
      name: "Import Table",
      columns: [
        { type: "singleLineText", name: "Name" },
        { type: "number", name: "Price" },
      ],
    },
  },
};

test("200: columns and types of a file that the caller uploaded, at each address that notify gave", async () => {
  const owner = await someone();
  const { file } = await aFile(owner, { bytes: csv, type: "text/csv" });
  for (const address of [file.url, file.presignedUrl, new URL(file.url).pathname]) {
    const { status, body } = await analyze(owner, address);
    expect({ status, body }).toEqual({ status: 200, body: answer });
  }
});

test("200: a file elsewhere, by the rules of fileUrl", async () => {
  if (isDeployed()) inProcessOnly("the deployed stack cannot call this machine");
  const { url } = await aReceiver((_, response) => response.end(csv));
  expect((await analyze(await someone(), `${url}/fruit.csv`)).body).toEqual(answer);
});

test("400: an address that the outgoing door refuses", async () => {
  const owner = await someone();
  for (const address of [
    "http://169.254.169.254/latest/meta-data/",
    "file:///etc/passwd",
    "https://10.0.0.1/x",
  ])
    expect(refusal(await analyze(owner, address))).toEqual({ status: 400, paths: ["attachmentUrl"] });
});

test("404: the file of another person, by any of its addresses; an unknown file", async () => {
  const { file } = await aFile(await someone(), { bytes: csv, type: "text/csv" });
  const other = await someone();
  const unknown = new URL("/attachments/000000000000000000000000", file.url).href;
  const elsewhereHere = new URL("/attachments", file.url).href;
  for (const address of [file.url, file.presignedUrl, unknown, elsewhereHere])
    expect(refusal(await analyze(other, address))).toEqual({ status: 404, paths: ["attachmentUrl"] });
});

test("400: a file that is announced and not uploaded", async () => {
  const owner = await someone();
  const { file } = await aFile(owner);
  const { body } = await call(announce, {
    as: owner,
    body: { contentType: "text/csv", contentLength: 5, type: 1 },
  });
  const address = new URL(`/attachments/${body.token}`, file.url).href;
  expect(refusal(await analyze(owner, address))).toEqual({ status: 400, paths: ["attachmentUrl"] });
});

test("200: the sheets of a workbook that have rows, hidden ones too", async () => {
  const owner = await someone();
  const { file } = await aFile(owner, {
    bytes: await aWorkbook({
      sheets: [
        { name: "Empty", xml: "" },
        {
          name: "Fruit",
          xml: rowsOf([
            ["Name", "Price"],
            ["Pear", 1.2],
          ]),
        },
        { name: "__proto__", state: "hidden", xml: rowsOf([["Day"]]) },
      ],
    }),
    type: workbookType,
  });
  const { status, body } = await analyze(owner, file.url, "excel");
  expect(status).toBe(200);
  expect(Object.entries(body.worksheets)).toEqual([
    ["Fruit", { name: "Fruit", columns: answer.worksheets["Import Table"].columns }],
    ["__proto__", { name: "__proto__", columns: [{ type: "singleLineText", name: "Day" }] }],
  ]);
});

test("400: a type that the file is not, and one that is not known", async () => {
  const owner = await someone();
  const { file } = await aFile(owner, { bytes: csv, type: "text/csv" });
  const book = await aFile(owner, {
    bytes: await aWorkbook({ sheets: [{ name: "S", xml: rowsOf([["A"]]) }] }),
  });
  for (const [address, type] of [
    [file.url, "excel"],
    [book.file.url, "csv"],
    [file.url, "xls"],
  ] as const)
    expect(refusal(await analyze(owner, address, type))).toEqual({ status: 400, paths: ["fileType"] });
});

test("400: a workbook whose sheets are all empty", async () => {
  const owner = await someone();
  const { file } = await aFile(owner, { bytes: await aWorkbook({ sheets: [{ name: "S", xml: "" }] }) });
  expect(refusal(await analyze(owner, file.url, "excel"))).toEqual({ status: 400, paths: [""] });
});
