/* The command gridless: what it lists and changes, how it fails, and what its help says. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CommandWorld, commandWorld, endOf, valuesIn } from "#test/client/support/command-world";
import { readDocument } from "#test/docs/support/documents";

let world: CommandWorld;
beforeAll(async () => {
  world = await commandWorld();
});
afterAll(() => world.end());

const aTable = () =>
  world.makeTable([{ type: "singleSelect", name: "State", options: { choices: [{ name: "open" }] } }]);
const list = async (table: string, ...more: string[]) =>
  valuesIn(await world.out(["records", "list", table, ...more])) as {
    id: string;
    fields: Record<string, unknown>;
  }[];
const cellsOf = async (table: string) => (await list(table)).map(({ fields: { No: _, ...cells } }) => cells);

describe("places", () => {
  test("bases and tables, as columns and as JSON; the fields of a table", async () => {
    const { id, name } = await aTable();
    const bases: unknown = JSON.parse(await world.out(["bases", "--json"]));
    expect(bases).toEqual([expect.objectContaining({ id: world.baseId, role: "owner" })]);
    expect(await world.out(["bases"])).toMatch(new RegExp(`^id +name +role\n${world.baseId} .* owner\n$`));
    expect(await world.out(["tables"])).toContain(`${id}  ${name}`);
    expect(await world.out(["tables", name])).toMatch(/^id +type +name\nfld\w{16} +singleLineText +Name\n/);
    const fields = JSON.parse(await world.out(["tables", id, "--json"])) as { name: string }[];
    expect(fields.map((each) => each.name)).toEqual(["Name", "Age", "Born", "No", "State"]);
  });

  test("a base by its name, or the only one; an option comes before GRIDLESS_BASE", async () => {
    const [{ name }] = JSON.parse(await world.out(["bases", "--json"])) as [{ name: string }];
    const alone = { env: { GRIDLESS_BASE: undefined } };
    expect(await world.out(["tables"], alone)).toBe(
      await world.out(["tables", "--base", name.toUpperCase()]),
    );
    const wrong = { env: { GRIDLESS_BASE: "No such base" } };
    expect(await world.out(["tables", "--base", name], wrong)).toBe(await world.out(["tables"]));
    expect(await world.run(["tables"], wrong)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('has no base "No such base"'),
    });
  });

  test("an unknown table: exit code 4, the nearest name, and what there is", async () => {
    const { name } = await aTable();
    const { code, stdout, stderr } = await world.run(["records", "list", name.replace("People", "Poeple")]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toContain(`Did you mean "${name}"?`);
    expect(stderr).toContain("gridless tables --base");
    expect(await world.run(["records", "list", "tbl0000000000000000"])).toMatchObject({ code: 4 });
    expect(await world.run(["records", "list", name, "--view", "Griddd"])).toMatchObject({
      ...{ code: 4, stderr: expect.stringContaining('has no view "Griddd"') },
    });
  });
});

describe("records", () => {
  test("create, get, update, upsert and delete: by --set, from JSON, from CSV and by pipes", async () => {
    const { name } = await aTable();
    expect(await world.out(["records", "create", name, "--set", "Name=Ada", "--set", "State=new"])).toBe(
      "Created 1 record\n",
    );
    const input =
      '{"Name": "Bob", "Age": 3}\n{"fields": {"Name": "Cy", "Born": "2026-12-01"}, "id": "rec0000000000000000"}\n';
    const created = valuesIn(await world.out(["records", "create", name, "--ndjson"], { input })) as {
      name: string;
    }[];
    expect(created.map((each) => each.name)).toEqual(["Bob", "Cy"]);
    expect(await cellsOf(name)).toEqual([
      { Name: "Ada", State: "new" },
      { Name: "Bob", Age: 3 },
      { Name: "Cy", Born: "2026-12-01" },
    ]);

    const [ada, bob] = await list(name);
    const got: unknown = JSON.parse(await world.out(["records", "get", name, ada?.id ?? ""]));
    expect(got).toEqual({ ...ada, etag: expect.any(String) });
    await world.out(["records", "update", name, ada?.id ?? "", "--set", "Age=36", "--set", "State="]);
    const csv = `id,Age,Name\r\n${bob?.id},"4",\r\n`;
    expect(await world.out(["records", "update", name, "-"], { input: csv })).toBe("Updated 1 record\n");
    expect(await cellsOf(name)).toEqual([
      { Name: "Ada", Age: 36 },
      { Age: 4 },
      { Name: "Cy", Born: "2026-12-01" },
    ]);

    const upserted = await world.out(["records", "upsert", name, "--on", "Name"], {
      input: "Name;Age\nAda;37\nDee;1",
    });
    expect(upserted).toBe("Upserted 2 records (1 created, 1 found)\n");
    const answer = await world.out(["records", "upsert", name, "--on", "Name", "--json"], {
      input: '[{"Name": "Dee", "Age": 2}]',
    });
    expect(JSON.parse(answer)).toMatchObject({ records: [{ name: "Dee" }], created: 0, updated: 1 });

    const found = await world.out(["records", "list", name, "--filter", "{Age} > 3", "--sort", "Age:desc"]);
    expect(valuesIn(found)).toMatchObject([{ name: "Ada" }, { name: "" }]);
    expect(await world.out(["records", "delete", name, "-"], { input: found })).toBe("Deleted 2 records\n");
    const [cy] = await list(name);
    expect(await world.out(["records", "delete", name, cy?.id ?? "", "--json"])).toBe('{"deleted":1}\n');
    expect(await cellsOf(name)).toEqual([{ Name: "Dee", Age: 2 }]);
  });

  test("list: pages, a cursor to go on from, a count, fields, text, and each format", async () => {
    const { id, name } = await aTable();
    await world.client
      .base(world.baseId)
      .table(id)
      .create(Array.from({ length: 1200 }, (_, i) => ({ Name: `Row ${i}`, Age: i / 3, Born: "2026-12-01" })));
    expect(await list(name)).toHaveLength(1200);
    expect(await world.out(["records", "list", name, "--count"])).toBe("1200\n");
    const first = await world.run(["records", "list", name, "--take", "1100"]);
    const [, cursor = ""] = /--cursor (\S+)/.exec(first.stderr) ?? [];
    expect(valuesIn(first.stdout)).toHaveLength(1100);
    const rest = await world.run(["records", "list", name, "--cursor", cursor]);
    expect(valuesIn(rest.stdout)).toMatchObject(
      Array.from({ length: 100 }, (_, i) => ({ name: `Row ${1100 + i}` })),
    );
    expect(rest.stderr).toBe("");

    const document = JSON.parse(
      await world.out(["records", "list", name, "--take", "2", "--json", "--field", "Age"]),
    );
    expect(document).toMatchObject({
      records: [{ fields: { Age: 0 } }, { fields: { Age: 1 / 3 } }],
      nextCursor: expect.any(String),
    });
    expect(JSON.parse(await world.out(["records", "list", name, "--filter", "{Age} < 0", "--json"]))).toEqual(
      { records: [], nextCursor: null },
    );
    const csv = await world.out([
      "records",
      "list",
      name,
      "--take",
      "1",
      "--csv",
      "--field",
      "Born",
      "--field",
      "Name",
    ]);
    expect(csv).toMatch(/^id,Born,Name\r\nrec\w{16},2026-12-01,Row 0\r\n$/);
    expect(await world.out(["records", "list", name, "--filter", "{Age} < 0", "--csv"])).toBe(
      "id,Name,Age,Born,No,State\r\n",
    );
    const text = valuesIn(
      await world.out(["records", "list", name, "--take", "2", "--text", "--field", "Age"]),
    );
    expect(text).toMatchObject([{ fields: { Age: "0.00" } }, { fields: { Age: "0.33" } }]);
    expect(
      valuesIn(await world.out(["records", "list", name, "--search", "Row 119", "--field", "Name"])),
    ).toHaveLength(11);
    expect(
      valuesIn(await world.out(["records", "list", name, "--take", "1", "--keys", "dbFieldName"])),
    ).toMatchObject([{ fields: { Name: "Row 0" } }]);
  });

  test("list: through a view, by its name: its filter, its sort, and the fields that it shows", async () => {
    const { id, name } = await aTable();
    const fields = JSON.parse(await world.out(["tables", name, "--json"])) as { id: string; name: string }[];
    const idOf = (field: string) => fields.find((each) => each.name === field)?.id ?? "";
    const item = { fieldId: idOf("Age"), operator: "isGreater", value: 1 };
    const body = {
      ...{ type: "grid", name: "Grown up", filter: { conjunction: "and", filterSet: [item] } },
      sort: { sortObjs: [{ fieldId: idOf("Age"), order: "desc" }] },
      columnMeta: { [idOf("Born")]: { order: 3, hidden: true }, [idOf("No")]: { order: 4, hidden: true } },
    };
    await world.out(["api", "POST", `/table/${id}/view`, "--body", JSON.stringify(body)]);
    await world.out(["records", "create", name], { input: "Name,Age\nA,1\nB,2\nC,3" });
    const csv = await world.out(["records", "list", name, "--view", "grown up", "--csv"]);
    expect(csv.replaceAll(/rec\w{16}/g, "rec")).toBe("id,Name,Age,State\r\nrec,C,3,\r\nrec,B,2,\r\n");
    expect(await world.out(["records", "list", name, "--view", "Grown up", "--count"])).toBe("2\n");
    expect(await world.out(["export", name, "--view", "Grown up"])).toContain("Name,Age,State\r\nC,3,");
  });

  test("a field that is called id: the ids are in another column", async () => {
    const { id } = await world.client.request<{ id: string }>("POST", `/base/${world.baseId}/table`, {
      body: {
        name: "With an id",
        fields: [{ type: "singleLineText", name: "id" }],
        records: [{ fields: { id: "own" } }],
      },
    });
    const csv = await world.out(["records", "list", id, "--csv"]);
    expect(csv).toMatch(/^record id,id\r\nrec\w{16},own\r\n$/);
    await world.out(["records", "update", id], { input: csv.replace("own", "other") });
    await world.out(["records", "create", id], { input: csv });
    expect((await list(id)).map(({ fields }) => fields["id"])).toEqual(["other", "own"]);
  });
});

describe("changes", () => {
  type Line = { type: string; cursor?: string; recordId?: string };
  const linesOf = (text: string) => valuesIn(text.slice(0, text.lastIndexOf("\n") + 1)) as Line[];

  test("--follow prints each change as it happens, and how to go on when it is interrupted", async () => {
    const { id, name } = await aTable();
    const started = world.start(["changes", "--follow", "--table", name]);
    let printed = "";
    started.stdout?.on("data", (chunk) => {
      printed += chunk;
    });
    const until = async (isSo: (lines: Line[]) => boolean) => {
      while (!isSo(linesOf(printed))) await wait(10);
    };
    await until((lines) => lines.length === 2);
    expect(linesOf(printed)).toMatchObject([{ type: "reset" }, { type: "cursor" }]);
    const first = await world.client.base(world.baseId).table(id).create({ Name: "Ada" });
    await until((lines) => lines.some(({ recordId }) => recordId === first.id));
    await until((lines) => lines.at(-1)?.type === "cursor");
    const end = endOf(started);
    started.kill("SIGINT");
    const { code, stderr } = await end;
    expect(code).toBe(130);
    const [, cursor = ""] = /--since (\S+)/.exec(stderr) ?? [];

    const second = await world.client.base(world.baseId).table(id).create({ Name: "Bob" });
    const since = async (from: string, ...more: string[]) =>
      linesOf(await world.out(["changes", "--since", from, "--table", id, ...more]));
    while (!(await since(cursor)).some(({ recordId }) => recordId === second.id)) await wait(10);
    const lines = await since(cursor, "--cells");
    expect(lines.map(({ recordId }) => recordId)).not.toContain(first.id);
    expect(lines).toContainEqual(
      expect.objectContaining({ type: "record.created", record: expect.objectContaining({ name: "Bob" }) }),
    );
    expect(lines.at(-1)).toEqual({ type: "cursor", cursor: expect.any(String) });
    expect(await since(lines.at(-1)?.cursor ?? "")).toEqual([{ type: "cursor", cursor: expect.any(String) }]);
  });

  test("without a cursor it prints the one of now; what is wrong is said", async () => {
    const out = await world.out(["changes", world.baseId]);
    expect(linesOf(out)).toEqual([{ type: "reset" }, { type: "cursor", cursor: expect.any(String) }]);
    expect(await world.run(["changes", "--since", "nonsense"])).toMatchObject({
      ...{ code: 1, stdout: "", stderr: expect.stringContaining("not a valid cursor") },
    });
    expect(await world.run(["changes", "--follow", "--since", "nonsense"])).toMatchObject({
      ...{ code: 1, stdout: "", stderr: expect.stringContaining("not a valid cursor") },
    });
    expect(await world.run(["changes", "--follow", "--table", "Nowhere"])).toMatchObject({ code: 4 });
  });
});

describe("failures", () => {
  const asJson = async (args: string[], asked?: Parameters<CommandWorld["run"]>[1]) => {
    const { code, stderr, stdout } = await world.run([...args, "--json"], asked);
    return { code, stdout, ...(JSON.parse(stderr) as { error: Record<string, unknown> }) };
  };

  test("a wrong token is 3, no token is 3, no server is 5", async () => {
    const wrong = await world.run(["bases"], { env: { GRIDLESS_TOKEN: "gridless_wrong" } });
    expect(wrong).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("gridless login") });
    const none = { env: { GRIDLESS_TOKEN: undefined, GRIDLESS_URL: undefined } };
    expect(await world.run(["bases"], none)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("gridless login <address>"),
    });
    expect(await world.run(["bases"], { env: { GRIDLESS_TOKEN: undefined } })).toMatchObject({ code: 3 });
    expect(await asJson(["bases"], { env: { GRIDLESS_URL: "http://127.0.0.1:9" } })).toMatchObject({
      ...{ code: 5, error: { code: "connection_lost", exitCode: 5 } },
    });
    expect(await world.run(["bases"], { env: { GRIDLESS_URL: "not an address" } })).toMatchObject({
      code: 2,
    });
  });

  test("cells that do not fit are named by line and field; nothing is written", async () => {
    const { name } = await aTable();
    const input = `Name,Age\n${Array.from({ length: 5 }, (_, i) => `Row ${i},${i === 3 ? "old" : i}\n`).join("")}`;
    const { code, stderr } = await world.run(["records", "create", name], { input });
    expect(code).toBe(1);
    expect(stderr).toContain('standard input line 5, Age: "old" is not a number');
    expect(stderr).toContain("Nothing is done");
    expect(await cellsOf(name)).toEqual([]);
    const partly = await asJson(["records", "create", name, "--size", "2", "--key", "k"], { input });
    expect(partly).toMatchObject({ code: 6, error: { done: 2, key: "k", status: 400, exitCode: 6 } });
    expect(JSON.parse(partly.stdout)).toMatchObject({ records: [{ name: "Row 0" }, { name: "Row 1" }] });
    expect(await cellsOf(name)).toHaveLength(2);
  });

  test.each([
    ["a column that is no field", "Nam\nAda", 'line 1: the table has no field "Nam". Did you mean "Name"?'],
    ["a column twice", "Name,Name\nAda,Bob", 'the column "Name" is there twice'],
    ["more cells than columns", "Name\nAda,Bob", "line 2: 2 cells, but the first line names 1 columns"],
    ["a quote that is open", 'Name\n"Ada', "line 2: a quote is not closed"],
    ["JSON that is none", '{"Name": "Ada"}\n{"Name"}', "line 2: this is not JSON"],
    ["no object", '{"Name": "Ada"}\n3', "line 2: this is not an object"],
  ])("rows that cannot be read: %s", async (_, input, said) => {
    const { name } = await aTable();
    const { code, stderr } = await world.run(["records", "create", name], { input });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(said) });
    expect(await cellsOf(name)).toEqual([]);
  });

  test("a field that is not there: the nearest name; nothing is done", async () => {
    const { name } = await aTable();
    const { code, stderr } = await world.run(["records", "create", name, "--set", "Nam=Ada"]);
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: expect.stringContaining('did you mean "Name"?\n  Nothing is done'),
    });
  });

  test("rows without an id, a file that is not there, and other bytes than UTF-8", async () => {
    const { name } = await aTable();
    expect(await world.run(["records", "update", name], { input: "Name\nAda" })).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining("line 2: the id of the record is missing") },
    });
    expect(await world.run(["records", "delete", name], { input: "Name\nAda" })).toMatchObject({ code: 1 });
    expect(await world.run(["records", "create", name, "none.csv"])).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining("none.csv: there is no such file") },
    });
  });

  test.each([
    [["bsaes"], 'unknown command "bsaes". Did you mean "bases"?'],
    [["records", "lst"], 'Did you mean "records list"?'],
    [["recrods", "list"], 'Did you mean "records"?'],
    [["records", "list", "T", "--fliter", "x"], "unknown option --fliter. Did you mean --filter?"],
    [["records", "list", "T", "--take"], "--take needs a value: --take <count>"],
    [["records", "list", "T", "--take", "0"], "--take must be a number from 1 on"],
    [
      ["records", "list", "T", "--keys", "nam"],
      '--keys must be name, id, dbFieldName, not nam. Did you mean "name"?',
    ],
    [["records", "list", "T", "--json", "--csv"], "exclude each other"],
    [["records", "list", "T", "--count=3"], "--count takes no value"],
    [["records", "list"], "<table> is missing"],
    [["records", "list", "Big", "table"], '"table" is one word too many'],
    [["records", "upsert", "T", "--set", "a=b"], "--on <field>"],
    [["records", "create", "T", "--set", "a"], "--set needs a field and a value"],
    [["records", "create", "T", "f.csv", "--set", "a=b"], "exclude each other"],
    [["records", "update", "T", "--set", "a=b"], "say which record"],
    [["records", "create", "T", "--from", "xml"], "--from must be csv, ndjson"],
    [["api", "GTE", "/x"], "Did you mean GET?"],
    [["api", "x"], "a path begins with /"],
    [["api", "POST", "/x", "--body", "{"], "--body is not JSON"],
    [["completion", "bsh"], 'Did you mean "bash"?'],
    [["import", "x.doc"], "not a .csv, .xlsx or .zip file"],
    [["export", "T", "--format", "zip"], "a table is csv or xlsx"],
    [["export", "T", "--out", "x.pdf"], "the ending says no format"],
    [["records", "get", "T", "Ada"], "is not the id of a record"],
    [["changes", "Plans", "--base", "Plans"], "the base is named twice"],
  ])("wrong arguments are 2: %j", async (args, said) => {
    const { code, stdout, stderr } = await world.run(args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(said) });
  });
});

describe("the help", () => {
  test("of all commands names each, with exit codes and variables; that of each has its options and examples", async () => {
    const overall = await world.out(["--help"]);
    expect(overall).toContain("130  interrupted by Ctrl-C");
    const [, listed = ""] = /Commands:\n(.*?)\n\n/s.exec(overall) ?? [];
    const names = listed.split("\n").map((line) => line.trim().split(/ {2,}/)[0] ?? "");
    expect(names).toContain("records upsert");
    for (const name of names) {
      const help = await world.out([...name.split(" "), "--help"]);
      expect(help, name).toMatch(/^Usage: gridless /);
      expect(help, name).toMatch(/\n {2}--json .*\n/);
      expect(help, name).toMatch(/\nExamples:\n {2}\S.*gridless|\nExamples:\n {2}gridless /);
    }
    expect(await world.out([])).toBe(overall);
    expect(await world.out(["help", "records", "list"])).toBe(await world.out(["records", "list", "--help"]));
    expect(await world.out(["records"])).toContain("records upsert");
  });

  test("the guide has each command and each exit code", async () => {
    const overall = await world.out(["--help"]);
    const page = readDocument("docs/guide/command.md");
    const codes = [...page.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, code, does]) => [code, does]);
    const [, listed = ""] = /Exit codes:\n(.*?)\n\n/s.exec(overall) ?? [];
    expect(codes).toEqual(
      listed.split("\n").map((line) => [line.trim().split(" ", 1)[0], line.trim().replace(/^\d+ +/, "")]),
    );
    const [, named = ""] = /Commands:\n(.*?)\n\n/s.exec(overall) ?? [];
    const names = named.split("\n").map((line) => line.trim().split(/ {2,}/, 1)[0] ?? "");
    expect(names.filter((name) => !page.includes(`gridless ${name}`))).toEqual([]);
  });

  test("an option before the command counts, and --version is that of the package", async () => {
    expect(await world.out(["--json", "bases"])).toMatch(/^\[/);
    expect(await world.out(["--version"])).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
