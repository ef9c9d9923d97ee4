/* Cells of different versions are refused: items are copied as they are. */
import { expect, test } from "vitest";
import { ownFormat } from "#lib/store/format/format";
import type { Cell } from "../../../../bin/admin/move-space/cells/cell.ts";
import { refuseOtherVersions } from "../../../../bin/admin/move-space/cells/reach.ts";
import { put } from "../../../../bin/admin/move-space/wire.ts";
import { engineCell } from "./engine-cell.ts";

async function aCell(name: string, format: number | undefined): Promise<Cell> {
  const cell = engineCell(name) as Cell;
  const key = { pk: { S: "FORMAT" }, sk: { S: "FORMAT" } };
  if (format !== undefined) await put(cell, { ...key, format: { N: String(format) } });
  return cell;
}

const own = ownFormat.format;
test.each([
  [own, own, undefined],
  [own, own - 1, `different formats: ${own} in source, ${own - 1} in target`],
  [
    own + 1,
    own + 1,
    `the stores have the format ${own + 1}, and this command is of a version with the format ${own}`,
  ],
  [own, undefined, "target has not said its format yet"],
])("formats %s and %s", async (one, other, message) => {
  const checked = refuseOtherVersions({
    source: await aCell("source", one),
    target: await aCell("target", other),
  });
  if (message) await expect(checked).rejects.toThrow(message);
  else await checked;
});
