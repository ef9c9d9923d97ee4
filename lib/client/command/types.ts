import { writeFileSync } from "node:fs";
import { connectServer } from "./shared/connect.ts";
import { baseOption, defineCommand } from "./shared/definition.ts";
import { findBase } from "./shared/places.ts";

const keyKinds = ["name", "id", "dbFieldName"] as const;

export const types = defineCommand({
  name: "types",
  does: "Print TypeScript types of the tables of a base",
  rules: ["For base<Tables>(id) of @gridless/client. Run it again when tables, fields or choices change."],
  options: {
    ...baseOption,
    keys: { value: "<kind>", does: "what the cells are keyed by; default: name", only: keyKinds },
    out: { value: "<file>", does: "the file; without it, the standard output" },
  },
  examples: [
    ["gridless types --base Plans --out plans.ts", "the types of all tables of the base Plans"],
    ["gridless types --keys id > tables.ts", "cells by the ids of their fields"],
  ],
  async run({ text }, { output, signal }) {
    const server = connectServer();
    const { url, token, requests } = server;
    const { id } = await findBase(server, text("base"));
    const headers = { authorization: `Bearer ${token}` };
    const address = `${url}/base/${id}/types.ts?fieldKeyType=${text("keys") ?? "name"}`;
    const file = await requests.exchange({
      url: address,
      init: () => ({ headers }),
      signal,
      attempt: 60_000,
    });
    const out = text("out");
    if (out !== undefined) writeFileSync(out, file);
    if (output.isJson) return output.json(out === undefined ? { types: file } : { file: out });
    if (out === undefined) await output.write(file);
  },
});
