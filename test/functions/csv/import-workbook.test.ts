import { describe, expect, test } from "vitest";
import { aFile } from "#test/support/makers/files";
import { aTable } from "#test/support/makers/makers";
import { refusal } from "#test/support/requests/refusal";
import { aWorkbook, rowsOf, type WrittenWorkbook, workbookType } from "#test/support/workbooks";
import { aPlace, ended, into, intoNew, preview } from "./support.ts";

type Place = Awaited<ReturnType<typeof aPlace>>;

/** The token of an uploaded workbook. */
async function tokenOf({ owner }: Pick<Place, "owner">, workbook: WrittenWorkbook): Promise<string> {
  return (await aFile(owner, { bytes: await aWorkbook(workbook), type: workbookType })).token;
}

/** As Excel writes it: shared strings, styles, spans, formulas with their results, a merged range. */
const byExcel: WrittenWorkbook = {
  sheets: [
    {
      name: "Fruit",
      xml: `<row r="2" spans="1:7"><c r="A2" s="0" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="s"><v>2</v></c><c r="D2" t="s"><v>3</v></c><c r="E2" t="s"><v>4</v></c><c r="F2" t="s"><v>5</v></c><c r="G2" s="4"/></row>
        <row r="3" spans="1:7"><c r="A3" t="s"><v>6</v></c><c r="B3"><v>1.2</v></c><c r="C3" s="1"><v>46056</v></c><c r="D3" t="b"><v>1</v></c><c r="E3" s="3"><v>0.125</v></c><c r="F3" s="2"><v>46056.170208333337</v></c></row>
        <row r="4" spans="1:7"><c r="B4"/></row>
        <row r="6" spans="1:7"><c r="A6" t="str"><f>UPPER(A3)</f><v>PEAR</v></c><c r="B6"><f>B3*2</f><v>2.4</v></c><c r="C6" s="1"><v>59</v></c><c r="D6" t="b"><v>0</v></c></row>`,
    },
    { name: "Other", xml: rowsOf([["Name"], ["Elsewhere"]]) },
  ],
  strings: `<si><t>Name</t></si><si><t>Price</t></si><si><t>Bought</t></si><si><t>Ripe</t></si><si><t>Share</t></si><si><t>Sold</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">Pe</t></r><r><t>ar_x000A_ö</t></r><rPh sb="0" eb="1"><t>ignored</t></rPh></si>`,
  styles: [0, 14, "dd/mm/yyyy\\ hh:mm", 10, '"x"General'],
};

describe("201: a workbook", () => {
  test("as Excel writes it becomes a table with the types of its cells", async () => {
    const place = await aPlace();
    const token = await tokenOf(place, byExcel);
    const { body } = await preview(place, { token });
    expect(body).toMatchObject({
      sheet: "Fruit",
      sheets: ["Fruit", "Other"],
      lines: 2,
      columns: [
        { name: "Name", type: "longText" },
        { name: "Price", type: "number", options: { formatting: { type: "decimal", precision: 1 } } },
        { name: "Bought", type: "date", options: { formatting: { time: "None" } } },
        { name: "Ripe", type: "checkbox" },
        { name: "Share", type: "number", options: { formatting: { type: "percent", precision: 1 } } },
        { name: "Sold", type: "date", options: { formatting: { time: "HH:mm" } } },
      ],
      records: [{ line: 3 }, { line: 6 }],
      issues: [],
    });
    expect(body).not.toHaveProperty("encoding");
    const done = await ended(place, await intoNew(place, { token }));
    expect(done).toMatchObject({ state: "done", result: { records: 2, badLines: 0 } });
    expect(done.records).toEqual([
      {
        Name: "Pear\nö",
        Price: 1.2,
        Bought: "2026-02-03T00:00:00.000Z",
        Ripe: true,
        Share: 0.125,
        Sold: "2026-02-03T04:05:06.000Z",
      },
      { Name: "PEAR", Price: 2.4, Bought: "1900-02-28T00:00:00.000Z" },
    ]);
  });
});
