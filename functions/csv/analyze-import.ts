import { endpoint, ok } from "#lib/http/endpoint";
import { Analysis, AnalyzeQuery } from "#lib/schemas/tables/csv-at-address";

export const handler = endpoint(
  {
    method: "GET",
    path: "/import/analyze",
    summary: "Analyze a CSV file or a workbook",
    description:
      "Returns the columns of the file, for each sheet of a workbook that has rows, and the field types that fit its first lines, for `POST /import/{baseId}`. Nothing is written. A file of this service must be one that you uploaded.",
    scope: "table|import",
    query: AnalyzeQuery,
    response: ok(Analysis),
    mayBeMissing: true,
  },
  async ({ query, caller }) => (await import("#lib/data/csv/analyze-file")).analyzeFile(query, caller),
);
