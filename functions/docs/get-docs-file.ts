import * as z from "zod";
import { findFile } from "#lib/docs/files";
import { file, publicEndpoint } from "#lib/http/endpoint";
import { AppError } from "#lib/schemas/basics/error";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/docs/{file}",
    group: "docs",
    summary: "Get a file of the documentation page",
    description: "Scripts, styles, and the picture of the service.",
    params: z.object({ file: z.string().meta({ examples: ["start.js"] }) }),
    query: z.looseObject({}),
    response: file("application/octet-stream"),
  },
  async ({ params }) => {
    const found = await findFile(params.file);
    if (!found) throw new AppError("not_found", "Unknown file; the documentation page is at /docs");
    return found;
  },
);
