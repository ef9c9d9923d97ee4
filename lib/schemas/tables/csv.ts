/* CSV on its way into tables: where it is, how it is written, what its columns become. */
import * as z from "zod";
import { BadLine } from "#lib/schemas/basics/bad-line";
import { JobId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { anyObject } from "#lib/schemas/basics/object";
import { flag } from "#lib/schemas/basics/query-string";
import { Name } from "#lib/schemas/basics/text";
import { FileToken } from "#lib/schemas/records/attachment";
import { CellFormat, FieldKeyType, RecordQuery } from "#lib/schemas/records/record";
import { NewField } from "./field.ts";
import { inOrder, which } from "./query-plan.ts";

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];
export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

const source = {
  token: FileToken.optional().meta({
    description: "Of a file that you uploaded, as an attachment is: signature, bytes, notify.",
  }),
  text: z.string().optional().meta({
    description: "The CSV itself, as far as it fits into a body.",
    example: "Name,Count\nAda,3\n",
  }),
};

const format = {
  delimiter: z
    .enum(delimiters)
    .optional()
    .meta({ description: "Left out: the one that splits most evenly." }),
  encoding: z.enum(encodings).optional().meta({
    description: "Left out: by the mark at its start, else UTF-8 where it is that, else windows-1252.",
  }),
  header: z.boolean().default(true).meta({ description: "Whether the first line holds the names." }),
};

const decimal = z.enum([".", ","]).optional().meta({
  description: "What stands before the decimals of its numbers. Left out: by the first lines.",
});

const NewColumn = z
  .object({
    name: Name.optional().meta({ description: "Left out: as the first line names it." }),
    type: z.string().optional().meta({ description: "Of the field. Left out: guessed.", example: "number" }),
    options: NewField.shape.options,
    decimal,
  })
  .meta({ id: "ImportedColumn" });

const newColumns = z.array(NewColumn.nullable()).max(limits.fieldsPerTable).optional().meta({
  description:
    "By their order in the file, as the preview gives them; null leaves one out. Left out: all, guessed.",
});

interface Source {
  token?: string | undefined;
  text?: string | undefined;
}

function refuseSource({ token, text }: Source, context: z.RefinementCtx): void {
  const message =
    token === undefined
      ? text === undefined && "is missing: send the token of an uploaded file, or `text`"
      : text !== undefined && "must be left out where `text` is sent";
  if (message) context.addIssue({ code: "custom", path: ["token"], message });
}

export const ImportPreviewInput = z
  .object({ ...source, ...format, columns: newColumns })
  .superRefine(refuseSource)
  .meta({ id: "ImportPreviewInput", examples: [{ text: "Name;Price\nPear;1,20\n" }] });
export type ImportPreviewInput = z.infer<typeof ImportPreviewInput>;

export const TableImport = z
  .object({ ...source, ...format, name: Name.default("Imported table"), columns: newColumns })
  .superRefine(refuseSource)
  .meta({ id: "TableImport", examples: [{ name: "Fruit", text: "Name;Price\nPear;1,20\n" }] });
export type TableImport = z.infer<typeof TableImport>;

export const RecordImport = z
  .object({
    ...source,
    ...format,
    fieldKeyType: FieldKeyType.default("name"),
    columns: z.array(z.string().nullable()).max(limits.fieldsPerTable).optional().meta({
      description:
        "The key of the field of each column, in their order; null leaves one out. Left out: by the first line.",
    }),
    decimal,
  })
  .superRefine(refuseSource)
  .meta({ id: "RecordImport", examples: [{ text: "Name,Count\nAda,3\n" }] });
export type RecordImport = z.infer<typeof RecordImport>;

export type Csv = Pick<z.infer<typeof RecordImport>, "token" | "text" | "delimiter" | "encoding" | "header">;

const badLines = z
  .array(BadLine)
  .meta({ description: `What is wrong with lines that do not go in: the first ${limits.issuesListed}.` });

export const ImportPreview = z
  .object({
    encoding: z.enum(encodings),
    delimiter: z.enum(delimiters),
    bytes: z.int().meta({ description: "Of the file." }),
    lines: z.int().optional().meta({
      description: "Records in the file; absent where it is too long to be read for a preview.",
    }),
    columns: z.array(
      z.object({ name: z.string(), type: z.string(), options: z.looseObject({}), decimal }).nullable(),
    ),
    records: z
      .array(z.object({ line: z.int(), fields: anyObject("must be an object") }))
      .meta({ description: "The first of them as they would be." }),
    issues: badLines,
    hints: z
      .array(z.string())
      .meta({ description: "What was guessed and may be otherwise, for a person to read." }),
  })
  .meta({ id: "ImportPreview" });
export type ImportPreview = z.infer<typeof ImportPreview>;

export const StartedImport = z.object({ jobId: JobId, tableId: TableId }).meta({ id: "StartedImport" });
export type StartedImport = z.infer<typeof StartedImport>;

const yes = (description: string) => flag().default(false).meta({ description });

export const ExportQuery = z.strictObject({
  ...RecordQuery.shape,
  ...which,
  orderBy: inOrder.orderBy,
  groupBy: inOrder.groupBy,
  cellFormat: CellFormat.default("text").meta({
    description:
      "text: as a person reads them, so numbers and dates as their fields show them; json: numbers with all their digits, and times in UTC.",
  }),
  delimiter: z.enum(delimiters).default(","),
  bom: yes("Begins with the mark by which older spreadsheets know UTF-8."),
  escapeFormulas: yes(
    "Puts a ' before what a spreadsheet would calculate: such cells are then not what they were.",
  ),
});
export type ExportQuery = z.infer<typeof ExportQuery>;
