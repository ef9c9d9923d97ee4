import * as z from "zod";
import { findFile } from "#lib/docs/files";
import { endpoint, file } from "#lib/http/endpoint";
import { AppError } from "#lib/schemas/basics/error";

export const handler = endpoint(
  {
    method: "GET",
    path: "/docs/{file}",
    summary: "Get a file of the documentation page",
    description: "Its scripts and its styles, and the picture of the service.",
    public: true,
    params: z.object({ file: z.string().meta({ examples: ["start.js"] }) }),
    query: z.looseObject({}),
    response: file,
  },
  async ({ params }) => {
    const found = await findFile(params.file);
    if (!found) throw new AppError("not_found", "There is no such file of the documentation page");
    return found;
  },
);
