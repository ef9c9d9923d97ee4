/* The store of a data folder as a cell whose server is not needed. */
import { onTestFinished } from "vitest";
import { type Engine, openEngine } from "#lib/local/embedded/open-engine";
import { storeTable } from "#lib/local/store/embedded-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import type { Cell } from "../../../../bin/admin/move-space/cells/cell.ts";
import { folderFiles } from "../../../../bin/admin/move-space/cells/folder-files.ts";

/** A cell with an empty store, until the test ends. */
export function engineCell(name = "a cell"): Pick<Cell, "name" | "table" | "call" | "files"> {
  const { folder, remove } = temporaryFolder();
  const engine = openEngine({ file: ":memory:", tables: [storeTable("gridless")], durable: false });
  onTestFinished(() => {
    engine.close();
    remove();
  });
  const call: Cell["call"] = async <Output extends object>(operation: string, input: object) =>
    (await engine.execute(operation as Parameters<Engine["execute"]>[0], input)) as Output;
  return { name, table: "gridless", call, files: folderFiles(folder) };
}
