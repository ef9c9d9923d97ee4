import { expect, test } from "vitest";
import { makeRowWriter, otherParts } from "#lib/files/workbook-writer";

const columnsOf = (...formats: (string | undefined)[]) =>
  formats.map((format, i) => ({ letters: "ABCD".charAt(i), format }));

test("a row has its cells by their kinds; an empty one only where its column has a format", () => {
  const writeRow = makeRowWriter(columnsOf(undefined, "0.00", undefined, "0.00"));
  expect(writeRow(["a<&>", 1e-7, null, null], 3)).toBe(
    '<row r="3"><c r="A3" t="inlineStr"><is><t>a&lt;&amp;&gt;</t></is></c><c r="B3" s="1"><v>1e-7</v></c><c r="D3" s="1"/></row>',
  );
  expect(writeRow([true, null, false, 0], 4)).toBe(
    '<row r="4"><c r="A4" t="b"><v>1</v></c><c r="B4" s="1"/><c r="C4" t="b"><v>0</v></c><c r="D4" s="1"><v>0</v></c></row>',
  );
});

test.each([" a", "a ", "a  b", "a\nb", "a\tb", "a\u00a0"])("white space is kept: %j", (text) => {
  expect(makeRowWriter(columnsOf(undefined))([text], 1)).toContain('<t xml:space="preserve">');
});

test("each format is listed once, in XML", () => {
  const parts = new Map(otherParts('A "B" & C', columnsOf('"€"0', undefined, '"€"0', "yyyy")));
  expect(parts.get("xl/workbook.xml")).toContain('<sheet name="A &quot;B&quot; &amp; C" sheetId="1"');
  const styles = parts.get("xl/styles.xml") ?? "";
  expect(styles.match(/<numFmt [^>]*>/g)).toEqual([
    '<numFmt numFmtId="164" formatCode="&quot;€&quot;0"/>',
    '<numFmt numFmtId="165" formatCode="yyyy"/>',
  ]);
  expect(styles).toContain('<cellXfs count="3">');
});
