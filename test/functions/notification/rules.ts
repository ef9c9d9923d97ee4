/* Everything that somebody is told of: one person does it, another is to hear of it. What is refused is no matter here. */
import { handler as inviteToBase } from "#functions/base/invite-to-base";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createTable } from "#functions/table/create-table";
import { leaveChanges, type MemberItem, memberKey } from "#lib/data/spaces/members";
import { commit } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { aThread, mention, paragraph, saying } from "#test/functions/comment/support";
import { deliver } from "#test/support/events/deliver";
import type { Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

export type Stage = Awaited<ReturnType<typeof aStage>>;
export const people = (...some: Someone[]) => some.map(({ userId: id }) => ({ id, title: "" }));

/** A record to comment on, in a table with a field that names people. */
export async function aStage(options: object = {}) {
  const thread = await aThread();
  const { owner: as, params, elsewhere, baseId } = thread;
  const { tableId } = params;
  const body = { type: "user", name: "Who", options: { isMultiple: true, ...options } };
  await call(createField, { as, params: { tableId }, body });
  const inTable = { as, params: { tableId } };
  const fields = (...some: Someone[]) => ({ fields: { Who: people(...some) } });
  return {
    ...thread,
    doer: as,
    said: (somebody: Someone) => [paragraph(mention(somebody))],
    create: (...records: object[]) => call(createRecords, { ...inTable, body: { records } }),
    update: (...some: Someone[]) => call(updateRecord, { as, params, body: { record: fields(...some) } }),
    updateBoth: (...some: Someone[]) =>
      call(updateRecords, {
        ...inTable,
        body: { records: [params, elsewhere].map(({ recordId: id }) => ({ id, ...fields(...some) })) },
      }),
    upsert: (...some: Someone[]) =>
      call(updateRecords, {
        ...inTable,
        body: {
          upsert: { fieldKeys: ["Name"] },
          records: ["a", "new"].map((Name) => ({ fields: { Name, ...fields(...some).fields } })),
        },
      }),
    copy: () => call(duplicateRecord, { as, params, body: {} }),
    table: (...some: Someone[]) =>
      call(createTable, {
        as,
        params: { baseId },
        body: { fields: [{ type: "user", name: "Who", options: body.options }], records: [fields(...some)] },
      }),
    fields,
    invite: ({ email }: Someone) =>
      call(inviteToBase, { as, params: { baseId }, body: { emails: [email], role: "viewer" } }),
    remove: async ({ userId }: Someone) => {
      const member = await getItem<MemberItem>(memberKey(`BASE#${baseId}`, userId));
      if (member) await commit(leaveChanges(member));
    },
    /** All that is to be heard of this base, and what else has happened in it. */
    deliver: () => deliver(tableId, baseId, "NAMING#"),
  };
}

interface Rule {
  /** How the one who is told is to be a member: as one who was, or by the deed itself. */
  by?: "invitation";
  notifyType: string;
  message: (names: { doer: string }) => string;
  act: (stage: Stage, reader: Someone) => Promise<unknown>;
}

const comment = (words: string) => ({
  notifyType: "comment",
  message: ({ doer }: { doer: string }) => `${doer} ${words}`,
});
const place = "“a” in New table, Base";

export const rules: Record<string, Rule> = {
  "a mention": {
    ...comment(`mentioned you in a comment on ${place}`),
    act: (stage, reader) => stage.send({ content: stage.said(reader) }),
  },
  "a mention by an edit": {
    ...comment(`mentioned you in a comment on ${place}`),
    act: async (stage, reader) => stage.edit(await stage.say("first"), stage.said(reader)),
  },
  "an answer": {
    ...comment(`answered your comment on ${place}`),
    act: async (stage, reader) => {
      const { body } = await stage.as(reader).send({ content: saying("what?") });
      await stage.send({ content: saying("this"), quoteId: body.id });
    },
  },
  "a record that one follows": {
    ...comment(`commented on ${place}`),
    act: async (stage, reader) => {
      await stage.as(reader).subscribe();
      await stage.say("news");
    },
  },
  "a reaction to one's own comment": {
    ...comment(`reacted to your comment on ${place}: 🎉`),
    act: async (stage, reader) => {
      const { body } = await stage.as(reader).send({ content: saying("done") });
      await stage.react(body.id, "🎉");
    },
  },
  "all of that at once, by one comment": {
    ...comment(`mentioned you in a comment on ${place}`),
    act: async (stage, reader) => {
      await stage.as(reader).subscribe();
      const { body } = await stage.as(reader).send({ content: saying("what?") });
      await stage.send({ content: stage.said(reader), quoteId: body.id });
    },
  },
  "a cell of a record": {
    notifyType: "collaboratorCellTag",
    message: ({ doer }) => `${doer} added you to Who in New table, Base`,
    act: (stage, reader) => stage.update(reader),
  },
  "a cell of a new record": {
    notifyType: "collaboratorCellTag",
    message: ({ doer }) => `${doer} added you to Who in New table, Base`,
    act: (stage, reader) => stage.create(stage.fields(reader)),
  },
  "a new table's record": {
    notifyType: "collaboratorCellTag",
    message: ({ doer }) => `${doer} added you to Who in New table 2, Base`,
    act: (stage, reader) => stage.table(reader),
  },
  "cells of several records": {
    notifyType: "collaboratorMultiRowTag",
    message: ({ doer }) => `${doer} added you to 2 records in New table, Base`,
    act: (stage, reader) => stage.updateBoth(reader),
  },
  "cells of several new records": {
    notifyType: "collaboratorMultiRowTag",
    message: ({ doer }) => `${doer} added you to 3 records in New table, Base`,
    act: (stage, reader) => stage.create(...Array(3).fill(stage.fields(reader))),
  },
  "an upsert": {
    notifyType: "collaboratorMultiRowTag",
    message: ({ doer }) => `${doer} added you to 2 records in New table, Base`,
    act: (stage, reader) => stage.upsert(reader),
  },
  "an invitation": {
    by: "invitation",
    notifyType: "system",
    message: ({ doer }) => `${doer} invited you to the base Base`,
    act: (stage, reader) => stage.invite(reader),
  },
};
