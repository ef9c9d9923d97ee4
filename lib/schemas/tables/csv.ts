/* Imports and exports of CSV and workbooks: the source of the file, its format, and what its columns become. */
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
import { inOrder, which } from "./list-query.ts";

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];
/** The name of an encoding, as `TextDecoder` writes it. */
export type Encoding = string;

/** The encoding that a label names (`latin1`, `GBK`); undefined for an unknown one. */
function encodingNamed(label: string): Encoding | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

const source = {
  token: FileToken.optional().meta({
    description:
      "The token of a file that you uploaded like an attachment (signature, bytes, notify): CSV or a workbook (.xlsx).",
  }),
  text: z.string().optional().meta({
    description: "The CSV itself, if it fits into a request body. A workbook has to be uploaded.",
    example: "Name,Count\nAda,3\n",
  }),
};

const format = {
  delimiter: z
    .enum(delimiters)
    .optional()
    .meta({ description: "Default: the delimiter that splits the lines most evenly." }),
  encoding: z
    .string()
    .refine((label) => encodingNamed(label) !== undefined, {
      error: "must be an encoding of the Encoding Standard, for example utf-8, windows-1252, gbk, shift_jis",
    })
    .overwrite((label) => encodingNamed(label) ?? label)
    .optional()
    .meta({
      description:
        "Any of the Encoding Standard, for example utf-8, windows-1251, gbk, shift_jis. Default: by the byte order mark, else UTF-8, also with single bytes that are not (their lines are issues), else guessed; the preview says so in `hints`.",
    }),
  header: z.boolean().default(true).meta({
    description: "Whether the first line, or the first row that is not empty, holds the column names.",
  }),
  sheet: z.string().min(1).max(limits.nameLength).optional().meta({
    description: "Only for a workbook: the name of the sheet. Default: the first that is not hidden.",
    example: "Fruit",
  }),
};

export const onBadCells = ["empty", "skip", "stop"] as const;

/** What an import does about a cell that cannot be read or kept. */
export const OnBadCell = z.enum(onBadCells).default("skip").meta({
  description:
    "What a cell that cannot be read or kept does. skip: its line is not imported. empty: the cell stays empty, and the rest of its line is imported. stop: all lines are checked first, and if one has an error, nothing is imported. Lines that cannot be read at all are never imported.",
});
export type OnBadCell = z.infer<typeof OnBadCell>;

/** For an import into an existing table, whose texts are always read as with `typecast`. */
export const ImportLinked = z.boolean().optional().meta({
  description:
    "A title in a column of a link field that no record has makes a record with this title in the primary field of the linked table, in the commit of its line. Needs `record|create` in that table.",
});

const decimal = z.enum([".", ","]).optional().meta({
  description: "The decimal separator of numbers. Default: guessed from the first lines.",
});

const NewColumn = z
  .object({
    name: Name.optional().meta({ description: "Default: the name in the first line." }),
    type: z.string().optional().meta({ description: "The field type. Default: guessed.", example: "number" }),
    options: NewField.shape.options,
    decimal,
  })
  .meta({ id: "ImportedColumn" });

const newColumns = z.array(NewColumn.nullable()).max(limits.fieldsPerTable).optional().meta({
  description:
    "The columns in the order of the file, as the preview returns them; null skips a column. Default: all columns, guessed.",
});

interface Source {
  token?: string | undefined;
  text?: string | undefined;
}

function refuseSource({ token, text }: Source, context: z.RefinementCtx): void {
  const message =
    token === undefined
      ? text === undefined && "is missing: send the token of an uploaded file, or `text`"
      : text !== undefined && "must be left out if `text` is sent";
  if (message) context.addIssue({ code: "custom", path: ["token"], message });
}

export const ImportPreviewInput = z
  .object({ ...source, ...format, columns: newColumns })
  .superRefine(refuseSource)
  .meta({ id: "ImportPreviewInput", examples: [{ text: "Name;Price\nPear;1,20\n" }] });
export type ImportPreviewInput = z.infer<typeof ImportPreviewInput>;

export const TableImport = z
  .object({
    ...source,
    ...format,
    name: Name.default("Imported table"),
    columns: newColumns,
    onBadCell: OnBadCell,
  })
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
        "The field key of each column, in the order of the file; null skips a column. Default: the names in the first line.",
    }),
    decimal,
    onBadCell: OnBadCell,
    createLinked: ImportLinked,
  })
  .superRefine(refuseSource)
  .meta({ id: "RecordImport", examples: [{ text: "Name,Count\nAda,3\n" }] });
export type RecordImport = z.infer<typeof RecordImport>;

export type Csv = Pick<
  z.infer<typeof RecordImport>,
  "token" | "text" | "delimiter" | "encoding" | "header" | "sheet"
>;

const badLines = z
  .array(BadLine)
  .meta({ description: `Why lines cannot be imported: the first ${limits.issuesListed} issues.` });

export const ImportPreview = z
  .object({
    encoding: z.string().optional().meta({ description: "Of CSV." }),
    delimiter: z.enum(delimiters).optional().meta({ description: "Of CSV." }),
    sheet: z.string().optional().meta({ description: "Of a workbook: the sheet that is shown." }),
    sheets: z
      .array(z.string())
      .optional()
      .meta({ description: "Of a workbook: the names of all its sheets, in their order." }),
    bytes: z.int().meta({ description: "The size of the file." }),
    lines: z.int().optional().meta({
      description: "Records in the file; absent if the file is too long to be read for a preview.",
    }),
    columns: z.array(
      z.object({ name: z.string(), type: z.string(), options: z.looseObject({}), decimal }).nullable(),
    ),
    records: z
      .array(z.object({ line: z.int(), fields: anyObject("must be an object") }))
      .meta({ description: "The first records as they would be imported." }),
    issues: badLines,
    hints: z
      .array(z.string())
      .meta({ description: "What was guessed and may be wrong, for people to read." }),
  })
  .meta({ id: "ImportPreview" });
export type ImportPreview = z.infer<typeof ImportPreview>;

export const StartedImport = z.object({ jobId: JobId, tableId: TableId }).meta({ id: "StartedImport" });
export type StartedImport = z.infer<typeof StartedImport>;

export const exportFormats = ["csv", "xlsx"] as const;

/** What only CSV has; a workbook says it otherwise, or has no need of it. */
const onlyOfCsv = ["delimiter", "bom", "escapeFormulas"] as const;

export const ExportQuery = z
  .strictObject({
    ...RecordQuery.shape,
    ...which,
    orderBy: inOrder.orderBy,
    groupBy: inOrder.groupBy,
    format: z.enum(exportFormats).default("csv").meta({
      description:
        "csv; or xlsx: a workbook with one sheet, in which numbers, dates and checkboxes are such and each text is text, never a formula.",
    }),
    cellFormat: CellFormat.default("text").meta({
      description:
        "text: numbers and dates as their fields show them, people by name (by e-mail address if several have this name); json: numbers with all their digits, times in UTC, links with ids, people by e-mail address, or by id if the caller may not see it. In xlsx numbers always have all their digits, and with json times are texts in UTC.",
    }),
    delimiter: z.enum(delimiters).optional().meta({ description: "Of csv. Default: a comma.", default: "," }),
    bom: flag().optional().meta({
      description:
        "Begin with a byte order mark, by which older spreadsheet programs recognize UTF-8. Only for csv.",
    }),
    escapeFormulas: flag().optional().meta({
      description:
        "Put a ' before cells that a spreadsheet program would calculate. This changes these cells. Only for csv.",
    }),
  })
  .superRefine((query, context) => {
    if (query.format === "csv") return;
    for (const name of onlyOfCsv)
      if (query[name] !== undefined)
        context.addIssue({ code: "custom", path: [name], message: "must be left out if format is xlsx" });
  });
export type ExportQuery = z.infer<typeof ExportQuery>;
