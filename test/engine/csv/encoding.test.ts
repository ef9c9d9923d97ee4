import { describe, expect, test } from "vitest";
import { decodeText, encodingOf } from "#lib/engine/csv/encoding";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const files: [encoding: string, bytes: Buffer, text: string][] = [
  ["gbk", hex("d0d5c3fb2cb3c7cad00ad5c5c8fd2cb1b1bea90a"), "姓名,城市\n张三,北京\n"],
  [
    "shift_jis",
    hex("96bc914f2c8373834a83938369830a82a082a282a42c82a80a".replace("830a", "0a")),
    "名前,ピカンナ\nあいう,お\n",
  ],
  ["windows-1251", hex("c8ecff2cc3eef0ee e40acceef1eae2e02ceff0e8e2e5f20a"), "Имя,Город\nМосква,привет\n"],
  ["euc-kr", hex("c0ccb8a72cb5b5bdc30ab1e8c3b6bcf62cbcadbfef0a"), "이름,도시\n김철수,서울\n"],
  [
    "windows-1252",
    Buffer.from("Name,Stadt\nM\xfcller,K\xf6ln\nZo\xeb,caf\xe9\n", "latin1"),
    "Name,Stadt\nMüller,Köln\nZoë,café\n",
  ],
];

describe.each(files)("a file in %s", (encoding, bytes, text) => {
  test("is recognized, and the preview says so", () => {
    expect(encodingOf(bytes, true)).toEqual({
      encoding,
      mark: 0,
      hint: `the file is not UTF-8; it is read as ${encoding}: if texts are wrong, send its encoding`,
    });
  });

  test("is read, and its lines are where they are in the file", () => {
    const { utf8, bytesOf } = decodeText(bytes, encoding);
    expect(utf8.toString()).toBe(text);
    const first = utf8.indexOf(10) + 1;
    expect(bytesOf(utf8.subarray(0, first))).toBe(bytes.indexOf(10) + 1);
    expect(bytesOf(utf8.subarray(first))).toBe(bytes.length - bytes.indexOf(10) - 1);
  });

  test("a character that the end of a piece cuts belongs to the next piece", () => {
    for (let cut = 1; cut <= bytes.length; cut++) {
      const { utf8 } = decodeText(bytes.subarray(0, cut), encoding);
      expect(text.startsWith(utf8.toString())).toBe(true);
    }
  });
});

test("a broken byte makes no other encoding of UTF-8", () => {
  const good = Buffer.from("Name,City\nZoë,Köln\n");
  expect(encodingOf(Buffer.concat([good, Buffer.from([0xe9]), Buffer.from(",x\n")]), true)).toEqual({
    encoding: "utf-8",
    mark: 0,
  });
});
