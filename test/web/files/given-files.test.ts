/* Files of a clipboard, told apart from the picture that spreadsheets put beside their cells. */
import { expect, test } from "vitest";
import { pastedFiles } from "#lib/web/browser/files/given-files";

const clipboard = (data: Record<string, string>) => ({
  files: [new File(["x"], "image.png", { type: "image/png" })],
  types: [...Object.keys(data), "Files"],
  getData: (type: string) => data[type] ?? "",
});

test("a copied picture, or files, are pasted as files", () => {
  for (const data of [{}, { "text/html": '<img src="x">' }, { "text/plain": "image.png" }])
    expect(pastedFiles(clipboard(data))).toHaveLength(1);
  expect(pastedFiles(null)).toEqual([]);
});

test("cells of a spreadsheet, or of this app, are not", () => {
  expect(pastedFiles(clipboard({ "text/html": "<html><TABLE><tr>" }))).toEqual([]);
  expect(pastedFiles(clipboard({ "application/x-gridless-cells+json": "[]" }))).toEqual([]);
});
