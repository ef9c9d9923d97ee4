/* The command gridless: files in and out, any other request, types, and what completes it in a shell. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CommandWorld, commandWorld, valuesIn } from "#test/client/support/command-world";
import { needsProgram } from "#test/support/run/needs-program";

let world: CommandWorld;
beforeAll(async () => {
  world = await commandWorld();
});
afterAll(() => world.end());

const namesIn = async (table: string) =>
  valuesIn(await world.out(["records", "list", table])).map((each) => (each as { name: string }).name);

describe("import and export", () => {
  test("a new table of CSV, more lines into it, a filter out of it; bad lines are named and are exit code 6", async () => {
    writeFileSync(world.file("fruit.csv"), "Name,Price\nPear,1.20\nPlum,2\n");
    expect(await world.out(["import", world.file("fruit.csv")])).toMatch(
      /^Created 2 records in the table fruit \(tbl\w{16}\)\n$/,
    );
    writeFileSync(world.file("more.csv"), "Price,Name\n3,Fig\ncheap,Apple\n");
    const more = await world.run(["import", world.file("more.csv"), "fruit"]);
    expect(more).toMatchObject({
      code: 6,
      stdout: expect.stringContaining("Created 1 record in the table fruit"),
    });
    expect(more.stderr).toContain("1 line of");
    expect(more.stderr).toContain('line 3, Price: "cheap" is not a number');
    expect(await world.out(["export", "fruit", "--filter", "{Price} > 1.5"])).toBe(
      "Name,Price\r\nPlum,2\r\nFig,3\r\n",
    );
    expect(await world.out(["export", "fruit", "--text"])).toContain("Pear,1.20\r\n");
  });

  test("a workbook", async () => {
    const file = world.file("fruit.xlsx");
    const answer = await world.out(["export", "fruit", "--out", file, "--json"]);
    expect(JSON.parse(answer)).toEqual({ file, bytes: readFileSync(file).length });
    const imported = JSON.parse(await world.out(["import", file, "--name", "Again", "--json"])) as object;
    expect(imported).toMatchObject({ records: 3, badLines: 0, tableId: expect.any(String) });
    expect(await namesIn("Again")).toEqual(["Pear", "Plum", "Fig"]);
  });

  test("a whole base, into a second one", async () => {
    const file = world.file("base.zip");
    await world.out(["export", "--out", file]);
    const made = JSON.parse(await world.out(["import", file, "--name", "Copy", "--json"])) as {
      baseId: string;
    };
    const copy = { env: { GRIDLESS_BASE: "Copy" } };
    expect(await world.out(["tables"], copy)).toContain("fruit");
    expect(await world.out(["tables", "--base", made.baseId])).toBe(await world.out(["tables"], copy));
  });

  test("a file that cannot be written, and one that is not there", async () => {
    expect(await world.run(["export", "fruit", "--out", world.file("no/folder.csv")])).toMatchObject({
      code: 1,
    });
    expect(existsSync(world.file("no"))).toBe(false);
    writeFileSync(world.file("bad.csv"), "Name,Price\nFig,dear\nDate,x\n");
    const stopped = ["import", world.file("bad.csv"), "fruit", "--on-bad-cell", "stop"];
    expect(await world.run([...stopped, "--refused", world.file("refused.csv")])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /Nothing was imported: 2 lines have errors[\s\S]*The lines are in .*refused\.csv/,
      ),
    });
    expect(readFileSync(world.file("refused.csv"), "utf8")).toBe(
      'Line,Reason,Name,Price\r\n2,"Price: ""dear"" is not a number",Fig,dear\r\n3,"Price: ""x"" is not a number",Date,x\r\n',
    );
    expect(await world.out(["import", world.file("bad.csv"), "fruit", "--on-bad-cell", "empty"])).toMatch(
      /^Created 2 records .*; 2 cells left empty$/m,
    );
    expect(await world.run(["import", "none.csv"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("there is no such file"),
    });
  });
});

describe("api", () => {
  test("any method, a query, a body, and errors of the server", async () => {
    expect(JSON.parse(await world.out(["api", "/auth/user"]))).toMatchObject({ email: world.email });
    const body = ["--body", '{"name": "Made", "records": []}'];
    const { id } = JSON.parse(await world.out(["api", "POST", `/base/${world.baseId}/table`, ...body])) as {
      id: string;
    };
    const input = '{"records": [{"fields": {"Name": "Ada"}}, {"fields": {"Name": "Bob"}}]}';
    await world.out(["api", "post", `/table/${id}/record`, "--body", "-"], { input });
    const page = JSON.parse(
      await world.out(["api", "GET", `/table/${id}/record?take=1`, "--query", "projection[]=Name"]),
    ) as { records: object[] };
    expect(page.records).toMatchObject([{ fields: { Name: "Ada" } }]);
    const all = ["--all", "--query", "take=1"];
    expect(valuesIn(await world.out(["api", `/table/${id}/record`, ...all]))).toMatchObject([
      { name: "Ada" },
      { name: "Bob" },
    ]);
    const listed = ["--all", "--body", '{"take": 1}'];
    expect(valuesIn(await world.out(["api", "POST", `/table/${id}/record/list`, ...listed]))).toMatchObject([
      { name: "Ada" },
      { name: "Bob" },
    ]);
    expect(valuesIn(await world.out(["api", `/base/${world.baseId}/table`, "--all"])).length).toBeGreaterThan(
      1,
    );
    const deleted = await world.out(["api", "DELETE", `/base/${world.baseId}/table/${id}`]);
    expect(JSON.parse(deleted)).toEqual({ trashId: expect.any(String) });
    expect(await world.run(["api", `/table/${id}`])).toMatchObject({ code: 4 });
    expect(await world.run(["api", "/nothing"])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("/docs"),
    });
    expect(await world.run(["api", "/auth/user", "--all"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("one list"),
    });
    expect(await world.out(["api", "/docs"])).toContain("<!doctype html>");
  });
});

test("types: those of the base, by names or ids, on the output or in a file", async () => {
  const { name } = await world.makeTable();
  const text = await world.out(["types"]);
  expect(text).toContain(`  ${JSON.stringify(name)}: { answered: `);
  const file = world.file("base.ts");
  expect(await world.out(["types", "--out", file])).toBe("");
  expect(readFileSync(file, "utf8")).toBe(text);
  expect(await world.out(["types", "--keys", "id"])).toMatch(/^ {2}"fld\w{16}"\?: string;$/m);
  expect(await world.run(["types", "--base", "bse4mSa1Cw6nZ8tQ0Yh"])).toMatchObject({ code: 4 });
});

describe("completion", () => {
  test("bash completes commands, their words and options", async () => {
    needsProgram("bash");
    writeFileSync(world.file("completion.bash"), await world.out(["completion", "bash"]));
    const completed = (...words: string[]) => {
      const line = `source completion.bash; COMP_WORDS=(gridless ${words.map((each) => `'${each}'`).join(" ")}); COMP_CWORD=${words.length}; _gridless; echo "\${COMPREPLY[*]}"`;
      return execFileSync("bash", ["-c", line], { cwd: world.folder, encoding: "utf8" }).trim().split(" ");
    };
    expect(completed("rec")).toEqual(["records"]);
    expect(completed("records", "up")).toEqual(["update", "upsert"]);
    expect(completed("records", "list", "Tasks", "--c")).toEqual(["--cursor", "--count", "--csv"]);
    expect(completed("login", "--")).toContain("--no-browser");
    expect(completed("completion", "z")).toEqual(["zsh"]);
  });

  test("zsh and fish get a script with the same names", async () => {
    const scripts = await Promise.all(["zsh", "fish"].map((shell) => world.out(["completion", shell])));
    for (const script of scripts)
      for (const name of ["upsert", "no-browser", "completion"]) expect(script).toContain(name);
    expect(scripts[0]).toMatch(/^#compdef gridless\n/);
  });
});

describe("on a terminal", () => {
  /** What a terminal shows; `script` gives the command one. */
  const shown = (args: string[], env: Record<string, string> = {}) => {
    needsProgram("script");
    const line = [process.execPath, world.program, ...args].map((each) => `'${each}'`).join(" ");
    const options = {
      cwd: world.folder,
      encoding: "utf8",
      env: { ...world.own, TERM: "xterm", ...env },
    } as const;
    return execFileSync("script", ["-qec", line, "/dev/null"], options);
  };

  test("columns and colours; no colours with NO_COLOR; nothing that the terminal would obey", async () => {
    const { name } = await world.makeTable();
    await world.out(["records", "create", name], {
      input: JSON.stringify([{ Name: "\u001b[31mred\u0007\nnext" }]),
    });
    const coloured = shown(["records", "list", name]);
    expect(coloured).toContain("\u001b[1m");
    for (const obeyed of ["\u001b[31m", "\u0007"]) expect(coloured).not.toContain(obeyed);
    expect(coloured).toMatch(/rec\w{16} {2}�\[31mred/);
    expect(shown(["records", "list", name], { NO_COLOR: "1" })).not.toContain("\u001b[");
    expect(await world.out(["records", "list", name])).toMatch(/^\{/);
  });
});
