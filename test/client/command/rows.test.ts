/* The command gridless: many rows. All types go out and come back; a command that ended goes on; a closed pipe ends quietly. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSource } from "#lib/client/command/shared/rows-in";
import { fieldTypeNames } from "#lib/engine/field-types/index";
import { type CommandWorld, commandWorld, endOf, valuesIn } from "#test/client/support/command-world";
import { isWhole } from "#test/support/run/sample";

let world: CommandWorld;
beforeAll(async () => {
  world = await commandWorld();
});
afterAll(() => world.end());

const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ Name: `Row ${i}`, Age: i }));
const ndjson = (values: object[]) => values.map((each) => `${JSON.stringify(each)}\n`).join("");
const countIn = (table: string) => world.base.table(table).list().count();

describe("a table with all types", () => {
  const zone = "Europe/Berlin";
  const linkField = "fldLinkOfAllTypes00";
  let table = "";
  const types: string[] = [];
  const fieldNames: string[] = [];

  beforeAll(async () => {
    const post = <Answer>(path: string, body: object) => world.client.request<Answer>("POST", path, { body });
    type Made = { id: string; fields: { id: string; name: string }[]; records: { id: string }[] };
    const other = await post<Made>(`/base/${world.baseId}/table`, {
      name: "Linked",
      fields: [
        { type: "singleLineText", name: "Title" },
        { type: "number", name: "Price" },
      ],
      records: [{ fields: { Title: "A, B", Price: 1.5 } }, { fields: { Title: "C" } }],
    });
    const looked = { foreignTableId: other.id, linkFieldId: linkField, lookupFieldId: other.fields[1]?.id };
    const choices = [{ name: "a" }, { name: "b, c" }, { name: "b" }, { name: "a, b" }, { name: '"q"' }];
    const fields = [
      { type: "singleLineText", name: "Text" },
      { type: "longText", name: "Long, text" },
      { type: "number", name: "Decimal" },
      { type: "number", name: "Percent", options: { formatting: { type: "percent", precision: 0 } } },
      {
        type: "number",
        name: "Money",
        options: { formatting: { type: "currency", precision: 2, symbol: "€" } },
      },
      { type: "rating", name: "Rating", options: { icon: "star", color: "yellowBright", max: 5 } },
      { type: "checkbox", name: "Box" },
      {
        type: "date",
        name: "Day",
        options: { formatting: { date: "D/M/YYYY", time: "None", timeZone: zone } },
      },
      {
        type: "date",
        name: "Moment",
        options: { formatting: { date: "YYYY-MM-DD", time: "HH:mm", timeZone: zone } },
      },
      { type: "singleSelect", name: "Choice", options: { choices } },
      { type: "multipleSelect", name: "Choices", options: { choices } },
      { type: "user", name: "Person" },
      { type: "user", name: "People", options: { isMultiple: true } },
      { type: "attachment", name: "Files" },
      {
        type: "link",
        name: "Links",
        id: linkField,
        options: { relationship: "manyMany", foreignTableId: other.id },
      },
      { type: "link", name: "Link", options: { relationship: "manyOne", foreignTableId: other.id } },
      { type: "number", name: "Prices", isLookup: true, lookupOptions: looked },
      { type: "rollup", name: "Sum", options: { expression: "sum({values})" }, lookupOptions: looked },
      { type: "formula", name: "Formula", options: { expression: "1 + 1" } },
      { type: "button", name: "Button", options: { label: "Go", color: "teal" } },
      ...["autoNumber", "createdTime", "createdBy", "lastModifiedTime", "lastModifiedBy"].map((type) => ({
        type,
        name: type,
      })),
    ];
    types.push(...fields.map(({ type }) => type));
    fieldNames.push(...fields.map(({ name }) => name));
    ({ id: table } = await post<Made>(`/base/${world.baseId}/table`, {
      name: "All types",
      fields,
      records: [],
    }));
    const paper = await world.client.upload("Hello", { name: "hello, (you).txt" });
    const [one, two] = other.records;
    await world.client
      .base(world.baseId)
      .table(table)
      .create(
        [
          {
            ...{
              Text: '=1+1 "x", y',
              "Long, text": " two\n  lines\t",
              Decimal: 0.1 + 0.2,
              Percent: 0.07,
              Money: 1234.5,
              Rating: 4,
            },
            ...{
              Box: true,
              Day: "2026-12-01",
              Moment: "2026-12-01T09:08:07.006Z",
              Choice: "b, c",
              Choices: ["a", "b"],
            },
            ...{ Person: "me", People: ["me"], Files: [paper, { ...paper, name: "again.txt" }] },
            ...{ Links: [two, one], Link: one },
          },
          { Text: "empty" },
          {
            ...{
              Text: "1",
              Decimal: 1e21,
              Percent: -1e-7,
              Money: -3,
              Choice: '"q"',
              Choices: ["b, c", '"q"'],
            },
            Links: [one],
            Link: two,
          },
        ],
        { typecast: true },
      );
  });

  test("has each type", () => expect(fieldTypeNames.filter((type) => !types.includes(type))).toEqual([]));

  const computed = /^(autoNumber|created|lastModified|Prices|Sum|Formula|Button)/;
  const cellsIn = async () => {
    const records = valuesIn(await world.out(["records", "list", table])) as {
      fields: Record<string, unknown>;
    }[];
    return records.map(({ fields }) =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([name, cell]) => {
          if (/^(autoNumber|created|lastModified)/.test(name)) return [];
          // a cell of files has ids and addresses of its own
          const files = (cell as { token: string; name: string }[]) ?? [];
          return [[name, name === "Files" ? files.map((file) => [file.name, file.token]) : cell]];
        }),
      ),
    );
  };

  test.each([["--csv"], ["--ndjson"], ["--json"]])(
    "%s: what is listed is created again, with the same cells",
    async (format) => {
      const before = (await cellsIn()).slice(0, 3);
      const listed = await world.out(["records", "list", table, "--take", "3", format]);
      const input =
        format === "--json" ? JSON.stringify((JSON.parse(listed) as { records: unknown }).records) : listed;
      await world.out(["records", "create", table], { input });
      expect((await cellsIn()).slice(-3)).toEqual(before);
      // and changes nothing where it came from
      await world.out(["records", "update", table], { input });
      expect((await cellsIn()).slice(0, 3)).toEqual(before);
    },
  );

  test("export and import give the same cells", async () => {
    const before = (await cellsIn()).slice(0, 3);
    const file = world.file("all.csv");
    const written = fieldNames.filter((name) => !computed.test(name));
    await world.out(["export", table, "--out", file, ...written.flatMap((name) => ["--field", name])]);
    await world.out(["import", file, table]);
    const after = await cellsIn();
    expect(after.slice(after.length / 2).slice(0, 3)).toEqual(before);
  });
});

describe("a command that ended goes on with its key", () => {
  const many = isWhole ? 20_000 : 6000;

  test("killed in the middle: all rows are there once", async () => {
    const { name } = await world.makeTable();
    writeFileSync(
      world.file("many.csv"),
      `Name,Age\n${rows(many)
        .map((row) => `${row.Name},${row.Age}\n`)
        .join("")}`,
    );
    const args = ["records", "create", name, world.file("many.csv"), "--key", "killed", "--size", "500"];
    for (const least of isWhole ? [1000, 8000, 15_000] : [1000]) {
      const started = world.start(args);
      while ((await countIn(name)) < least) await wait(5);
      started.kill("SIGKILL");
      await once(started, "close");
    }
    expect(await world.out(args)).toBe(`Created ${many.toLocaleString("en-US")} records\n`);
    const names = valuesIn(await world.out(["records", "list", name])).map(
      (each) => (each as { name: string }).name,
    );
    expect(names.toSorted()).toEqual(
      rows(many)
        .map((row) => row.Name)
        .toSorted(),
    );
  });

  test("Ctrl-C: says what is done and how to go on; the second time does the rest", async () => {
    const { name } = await world.makeTable();
    writeFileSync(world.file("rows.ndjson"), ndjson(rows(many)));
    const started = world.start(["records", "create", name, world.file("rows.ndjson"), "--size", "200"]);
    const ending = endOf(started);
    while ((await countIn(name)) < 400) await wait(5);
    started.kill("SIGINT");
    const { code, stdout, stderr } = await ending;
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    expect(stderr).toMatch(/interrupted\n {2}[\d,]+ rows are done/);
    const [, line = ""] = /\n +gridless (.*--key \S+)\n/.exec(stderr) ?? [];
    expect(line).toContain("--size 200");
    const words = line.match(/'[^']*'|\S+/g)?.map((each) => each.replaceAll("'", "")) ?? [];
    expect(await world.out(words)).toBe(`Created ${many.toLocaleString("en-US")} records\n`);
    expect(await countIn(name)).toBe(many);
  });

  /** Runs a command whose standard input stays open, and interrupts it; again and later if it had not begun, which takes longer on a busy machine. */
  async function interrupt(args: string[], input: string) {
    for (let later = 500; ; later *= 3) {
      const started = world.start(args, { input, keepOpen: true });
      const ending = endOf(started);
      await wait(later);
      started.kill("SIGINT");
      const ended = await ending;
      if (ended.code !== null || later > 20_000) return ended;
    }
  }

  test("Ctrl-C while it waits for its standard input", async () => {
    const { name } = await world.makeTable();
    const ended = await interrupt(["records", "create", name], ndjson(rows(3)));
    expect(ended).toMatchObject({ code: 130, stderr: expect.stringContaining("Nothing is done") });
    expect(await countIn(name)).toBe(0);
  });

  test("Ctrl-C before the rows were opened at all: nothing is done either", async () => {
    const source = { file: "no-such.csv", format: undefined, fieldNames: async () => [] };
    const opened = openSource({ ...source, signal: AbortSignal.abort() });
    await expect(opened).rejects.toThrow("interrupted. Nothing is done");
    // such a stream would end this process
    await expect(openSource({ ...source, file: undefined, signal: AbortSignal.abort() })).rejects.toThrow(
      "interrupted. Nothing is done",
    );
  });

  test("Ctrl-C before a row came: nothing is done", async () => {
    const { name } = await world.makeTable();
    const ended = await interrupt(["records", "create", name], "");
    expect(ended).toMatchObject({ code: 130, stderr: expect.stringContaining("Nothing is done") });
    expect(await countIn(name)).toBe(0);
  });

  test("Ctrl-C in a list: a cursor to go on from, after what was printed", async () => {
    const { id, name } = await world.makeTable();
    await world.client.base(world.baseId).table(id).create(rows(many));
    const started = world.start(["records", "list", name, "--field", "Name"]);
    // a reader that is slow
    const read: string[] = [];
    started.stdout?.once("data", (chunk) => {
      read.push(String(chunk));
      started.kill("SIGINT");
      started.stdout?.on("data", (more) => read.push(String(more)));
    });
    const errors: string[] = [];
    started.stderr?.on("data", (chunk) => errors.push(String(chunk)));
    const [code] = (await once(started, "close")) as [number];
    const printed = valuesIn(read.join(""));
    expect(code).toBe(130);
    const [, cursor = ""] = /--cursor (\S+)/.exec(errors.join("")) ?? [];
    const rest = await world.out(["records", "list", name, "--field", "Name", "--cursor", cursor]);
    const names = [...printed, ...valuesIn(rest)].map((each) => (each as { name: string }).name);
    expect(names).toEqual(rows(many).map((row) => row.Name));
  });

  test("another row under the same key is refused", async () => {
    const { name } = await world.makeTable();
    const create = (input: string) => world.run(["records", "create", name, "--key", "same"], { input });
    expect(await create('{"Name": "Ada"}')).toMatchObject({ code: 0 });
    expect(await create('{"Name": "Ada"}')).toMatchObject({ code: 0 });
    expect(await create('{"Name": "Bob"}')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Idempotency-Key"),
    });
    expect(await countIn(name)).toBe(1);
  });
});

describe("a closed pipe", () => {
  /** Reads the first piece of the output, and closes it. */
  async function head(args: string[], input?: string) {
    const started = world.start(args, { ...(input !== undefined && { input }) });
    const errors: string[] = [];
    started.stderr?.on("data", (chunk) => errors.push(String(chunk)));
    started.stdout?.once("data", () => started.stdout?.destroy());
    const [code, signal] = await once(started, "exit");
    return { code, signal, errors: errors.join("") };
  }

  test("a list ends quietly", async () => {
    const { id, name } = await world.makeTable();
    await world.client.base(world.baseId).table(id).create(rows(5000));
    for (const format of ["--ndjson", "--csv", "--json"])
      expect(await head(["records", "list", name, format])).toEqual({ code: 0, signal: null, errors: "" });
    expect(await head(["api", `/table/${id}/record`, "--query", "take=1000", "--all"])).toMatchObject({
      code: 0,
      errors: "",
    });
  });

  test("what writes goes on", async () => {
    const { name } = await world.makeTable();
    const ended = await head(["records", "create", name, "--ndjson", "--size", "100"], ndjson(rows(3000)));
    expect(ended).toEqual({ code: 0, signal: null, errors: "" });
    expect(await countIn(name)).toBe(3000);
  });
});
