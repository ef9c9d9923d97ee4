/*
 * What clients may read without a tool:
 *
 *   gridless://docs/{page}          a page of the guide
 *   gridless://base/{id}/schema     the tables of a base with their fields; with ?cursor= what follows
 */
import type { Resources } from "#lib/mcp/answer-message";
import { cutText } from "#lib/mcp/fit-answer";
import { findGuidePage, listGuidePages } from "#lib/mcp/guide";
import { refuseMissingScopes } from "#lib/mcp/tool";
import { describeBaseTool } from "./describe-base.ts";

const docs = "gridless://docs/";

/** Characters of a page; the rest of it is at `/docs`. */
const mostCharacters = 34_000;

export const resources: Resources = {
  list: () =>
    listGuidePages().map((page) => ({ uri: docs + page, name: `Guide: ${page}`, mimeType: "text/markdown" })),

  templates: [
    {
      uriTemplate: "gridless://base/{baseId}/schema",
      name: "Schema of a base",
      description: "Its tables with their fields.",
      mimeType: "application/json",
    },
  ],

  async read(uri, call) {
    if (uri.startsWith(docs)) {
      const text = await findGuidePage(uri.slice(docs.length));
      return text === undefined
        ? undefined
        : { mimeType: "text/markdown", text: cutText(text, mostCharacters) };
    }
    const [, base, cursor] =
      /^gridless:\/\/base\/(bse\w{16})\/schema(?:\?cursor=([\w+]{1,60}))?$/.exec(uri) ?? [];
    if (base === undefined) return undefined;
    refuseMissingScopes(describeBaseTool, call);
    const schema = await describeBaseTool.call({ base, detail: "fields", cursor }, call);
    return { mimeType: "application/json", text: JSON.stringify(schema) };
  },
};
