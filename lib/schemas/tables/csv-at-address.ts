/* Imports of a file at an address, by worksheets. CSV has one worksheet. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { Name } from "#lib/schemas/basics/text";
import { ImportLinked, OnBadCell } from "./csv.ts";

/** The name of the only worksheet of a CSV file in an analysis. */
export const csvSheet = "Import Table";

const attachmentUrl = z.string().min(1).max(limits.urlLength).meta({
  description:
    "The `url` or `presignedUrl` of a file that you uploaded, as `POST /attachments/notify/{token}` gave it; or a public https:// URL that responds with the file.",
  example: "https://example.org/fruit.csv",
});

const fileType = z
  .enum(["csv", "excel"])
  .meta({ description: "csv; or excel: a workbook (.xlsx).", example: "csv" });
export type FileType = z.infer<typeof fileType>;

export const AnalyzeQuery = z.strictObject({ attachmentUrl, fileType });
export type AnalyzeQuery = z.infer<typeof AnalyzeQuery>;

export const Analysis = z
  .object({
    worksheets: z.record(
      z.string(),
      z.object({ name: z.string(), columns: z.array(z.object({ type: z.string(), name: z.string() })) }),
    ),
  })
  .meta({
    id: "ImportAnalysis",
    description: `The columns of each worksheet that has rows, with the field types that fit their first lines. CSV has one, "${csvSheet}".`,
  });
export type Analysis = z.infer<typeof Analysis>;

const index = z
  .int()
  .min(0)
  .max(limits.fieldsPerTable - 1);
const notification = z
  .boolean()
  .nullish()
  .meta({ description: "Accepted and ignored: the caller is notified when the job has ended." });

const Sheet = z
  .object({
    name: Name.meta({ description: "The name of the new table." }),
    columns: z
      .array(
        z.object({
          name: Name.optional(),
          type: z.string().optional(),
          sourceColumnIndex: index.meta({ description: "The column of the file, from 0." }),
        }),
      )
      .min(1, "must name at least one column")
      .max(limits.fieldsPerTable),
    useFirstRowAsHeader: z.boolean().default(true),
    importData: z
      .boolean()
      .default(true)
      .meta({ description: "false: make the table with its fields and without records." }),
  })
  .meta({ id: "ImportWorksheet" });
export type Sheet = z.infer<typeof Sheet>;

export const SheetImport = z
  .object({
    worksheets: z
      .record(z.string(), Sheet)
      .refine(
        (sheets) => Object.keys(sheets).length === 1,
        "must hold one worksheet; import others with a call for each",
      )
      .meta({ description: "The worksheet to import, by its name. The name of that of CSV is ignored." }),
    attachmentUrl,
    fileType,
    notification,
    onBadCell: OnBadCell,
    tz: z.string().min(1).max(limits.nameLength).optional().meta({
      description: "The time zone of the date fields.",
      example: "Europe/Berlin",
    }),
  })
  .meta({
    id: "SheetImport",
    examples: [
      {
        worksheets: {
          [csvSheet]: {
            name: "Fruit",
            columns: [{ name: "Name", type: "singleLineText", sourceColumnIndex: 0 }],
            useFirstRowAsHeader: true,
            importData: true,
          },
        },
        attachmentUrl: "https://example.org/fruit.csv",
        fileType: "csv",
        tz: "UTC",
      },
    ],
  });
export type SheetImport = z.infer<typeof SheetImport>;

export const InsertImport = z
  .object({
    attachmentUrl,
    fileType,
    insertConfig: z.object({
      sourceWorkSheetKey: z.string().max(limits.nameLength).meta({
        description: "The name of the worksheet. Ignored for CSV.",
        example: csvSheet,
      }),
      excludeFirstRow: z.boolean().meta({ description: "Whether the first line holds the column names." }),
      sourceColumnMap: z.record(z.string(), index.nullable()).meta({
        description: "The column of the file, from 0, for each field id; null leaves the field empty.",
      }),
    }),
    notification,
    onBadCell: OnBadCell,
    createLinked: ImportLinked,
  })
  .meta({
    id: "InsertImport",
    examples: [
      {
        attachmentUrl: "https://example.org/fruit.csv",
        fileType: "csv",
        insertConfig: {
          sourceWorkSheetKey: csvSheet,
          excludeFirstRow: true,
          sourceColumnMap: { fld4mSa1Cw6nZ8tQ0Yh: 0 },
        },
      },
    ],
  });
export type InsertImport = z.infer<typeof InsertImport>;
