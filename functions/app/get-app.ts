import * as z from "zod";
import { file, publicEndpoint } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { AppError } from "#lib/schemas/basics/error";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { answerPacked, findInApp } from "#lib/web/app-files";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/app",
    alsoAt: "/app/{below+}",
    summary: "Get the app",
    description:
      "HTML for a browser: bases and tables of the person who is signed in. `/app/{baseId}` and `/app/{baseId}/{tableId}` are the same page; its scripts and style are below `/app/assets`.",
    params: z.object({ below: z.string().default("") }),
    query: AnyQuery,
    response: file("text/html"),
    failure: errorPage,
    around: answerPacked,
  },
  async ({ params }) => {
    const found = await findInApp(params.below);
    if (!found) throw new AppError("not_found", "Nothing of the app is here; it begins at /app");
    return found;
  },
);
