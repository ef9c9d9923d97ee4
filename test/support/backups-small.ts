/* A small base that has something of each kind which an export holds. */
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as createView } from "#functions/view/create-view";
import { exported, withoutIds } from "#test/support/backups";
import { settleAll } from "#test/support/events/commits";
import { actionsOf, aLinkNamed, overLink } from "#test/support/makers/actions";
import { aFile, pixel } from "#test/support/makers/files";
import { aBase, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

/** Two tables with links, a unique field, computed fields, a file, a view and a comment; its export, and what that says without ids. */
export async function aSmallBase() {
  const owner = await someone();
  const place = await aBase(owner);
  const { add, make } = actionsOf(owner);
  const text = { type: "singleLineText", name: "Name" };
  const records = [{ fields: { Name: "x" } }, { fields: { Name: "y" } }];
  const there = await aTable({ name: "There", fields: [text], records }, owner, place);
  const fields = [
    { ...text, unique: true },
    { type: "attachment", name: "Files" },
  ];
  const here = await aTable({ name: "Here", fields, records: [] }, owner, place);
  const link = await add(here, aLinkNamed("Links", there));
  const [title] = there.table.fields as { id: string }[];
  await add(here, { ...text, name: "Titles", isLookup: true, ...overLink(link, there, title?.id ?? "") });
  const { token } = await aFile(owner, { bytes: pixel, type: "image/png" });
  const links = there.table.records.map(({ id }: { id: string }) => ({ id }));
  const [recordId] = await make(here, [
    { Name: "a", Links: links, Files: [{ token, name: "dot.png" }] },
    { Name: "b", Links: links.toReversed() },
  ]);
  const params = { tableId: here.tableId };
  const filter = {
    conjunction: "and",
    filterSet: [{ fieldId: here.table.fields[0].id, operator: "is", value: "a" }],
  };
  const view = await call(createView, {
    as: owner,
    params,
    body: { type: "grid", name: "Filtered", filter },
  });
  const content = [{ type: "p", children: [{ type: "span", value: "hello" }] }];
  const comment = await call(createComment, {
    as: owner,
    params: { ...params, recordId: recordId as string },
    body: { content },
  });
  for (const { status, body } of [view, comment])
    if (status !== 201) throw new Error(`it was refused: ${JSON.stringify(body)}`);
  await settleAll();
  const { bytes, job } = await exported(owner, place.baseId, { attachments: true });
  return { owner, ...place, there, here, bytes, counts: job.counts, plain: await withoutIds(bytes) };
}
export type SmallBase = Awaited<ReturnType<typeof aSmallBase>>;
