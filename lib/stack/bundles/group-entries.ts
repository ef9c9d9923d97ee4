/* The module of each group of pages, which is in no file: it imports the pages and makes their common handler. */
import path from "node:path";
import type { Plugin } from "esbuild";
import { projectFolder } from "#lib/registry";
import { type Deployed, groupOf } from "#lib/stack/functions/deployed";

const prefix = "group:";

/** Where the bundler finds the code of a function: a file, or a module of this plugin. */
export const bundleEntryOf = ({ operation, members: [first] }: Deployed): string =>
  groupOf(first) ? `${prefix}${operation}` : first.file;

/** Gives the bundler the modules of groups. */
export const makeGroupEntries = (functions: readonly Deployed[]): Plugin => ({
  name: "groups",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${prefix}`) }, ({ path: name }) => ({
      path: name.slice(prefix.length),
      namespace: "group",
    }));
    onLoad({ filter: /./, namespace: "group" }, ({ path: wanted }) => {
      const { members = [] } = functions.find(({ operation }) => operation === wanted) ?? {};
      const imports = members.map(
        ({ operation, file }) =>
          `import { handler as ${operation} } from ${JSON.stringify(path.join(projectFolder, file))};`,
      );
      const pages = members.map(({ operation }) => operation).join(", ");
      return {
        contents: `import { groupPages } from "#lib/http/kinds/group-pages";
          ${imports.join("\n")}
          export const handler = groupPages({ ${pages} });`,
        resolveDir: projectFolder,
      };
    });
  },
});
