/* Writes docs/design/items.md: all items of the store, from their declarations and from the consumers that hear of them. */
import path from "node:path";
import type { Registry } from "#lib/registry";
import type { DeclaredItem } from "./declared-items.ts";

const introduction = `# Items

All items of the store, by the folder that owns them. The table at the head of a module declares its items, with their keys and what they cost;
this page is made from these tables (\`npm test -- test/docs/items.test.ts -u\`). A test that writes an item that is not declared, or under
another key, fails.

In a key, \`<…>\` is text without \`#\`, or an id if it is named after a kind of ids; \`…\` is any text. Items in brackets have no attribute \`entity\`.
"Heard by" names the consumers of changes, and the reader of the stream; changes of other items wake no function. [Storage](storage.md)
says why the keys are as they are.
`;

const top = [
  "| entity | key | what it is, and costs | module | heard by |",
  "| --- | --- | --- | --- | --- |",
];

export function writeItemsPage(items: readonly DeclaredItem[], registry: Registry): string {
  const rowOf = ({ entities, pk, sk, cost, file }: DeclaredItem) =>
    [
      entities.join(", "),
      `${eitherOf(pk)} / ${eitherOf(sk)}`,
      cost.replace(/`[^`]*`|(?:<[^>]*>)+/g, (part) => (part.startsWith("`") ? part : `\`${part}\``)),
      `[${path.basename(file)}](../../${file})`,
      [...new Set(entities.flatMap((entity) => hearersOf(entity, pk, registry)))].join(", ") || "–",
    ].join(" | ");
  const folders = Map.groupBy(items, ({ file }) => path.dirname(file).split("/").slice(0, 3).join("/"));
  const tables = [...folders].map(([folder, own]) =>
    [`## ${folder}`, "", ...top, ...own.map((item) => `| ${rowOf(item)} |`), ""].join("\n"),
  );
  return `${[introduction, ...tables].join("\n")}`;
}

const eitherOf = (keys: string[]) => keys.map((key) => `\`${key}\``).join(" or ");

function hearersOf(entity: string, pk: string[], { consumers, reader }: Registry): string[] {
  const isRead = reader.handler.reader.partitions.some((start) => pk.some((key) => key.startsWith(start)));
  return [
    ...consumers.filter(({ handler }) => handler.consumer.changes.some((change) => change.entity === entity)),
    ...(isRead ? [reader] : []),
  ].map(({ operation }) => operation);
}
