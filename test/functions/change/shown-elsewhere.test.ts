/* Cells that show something else though their record is not written: followers hear of it too. */
import { describe, expect, test } from "vitest";
import { handler as removeCollaborator } from "#functions/base/remove-base-collaborator";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as listTrashItems } from "#functions/trash/list-trash-items";
import { handler as restoreTrashItem } from "#functions/trash/restore-trash-item";
import { handler as changeAvatar } from "#functions/user/change-avatar";
import { handler as changeName } from "#functions/user/change-name";
import { handler as changeNotifyMeta } from "#functions/user/change-notify-meta";
import { follow } from "#test/support/events/log";
import { actionsOf, aLinkNamed, overLink } from "#test/support/makers/actions";
import { aBase, aMember, aSession, aTable, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the stream is read here");

describe("a person takes another name", () => {
  const rename = async ({ userId }: Someone, name: string) =>
    expect(await call(changeName, { signedIn: await aSession(userId), body: { name } })).toMatchObject({
      status: 200,
    });
  const updated = [{ type: "members.updated" }];

  test("each base that they are a member of, or whose space, has it once; a picture too, and nothing that no cell shows", async () => {
    const made = await aTable();
    const ofBase = await aMember(made.baseId, "editor");
    const ofSpace = await aMember(made.spaceId, "viewer");
    const other = await aTable();
    const [{ next }, elsewhere] = [
      await follow(made.owner, made.baseId),
      await follow(other.owner, other.baseId),
    ];
    for (const person of [ofBase, ofSpace, made.owner]) {
      await rename(person, "Lovelace");
      expect(await next()).toEqual(updated);
    }
    const signedIn = await aSession(ofBase.userId);
    await call(changeAvatar, { signedIn, body: { avatar: "https://example.org/ada.png" } });
    expect(await next()).toEqual(updated);
    await call(changeNotifyMeta, { signedIn, body: { email: false } });
    await rename(ofBase, "Lovelace");
    expect(await next()).toEqual([]);
    expect(await elsewhere.next()).toEqual([]);
  });

  test("who follows one table hears it; a base that they left does not", async () => {
    const made = await aTable();
    const member = await aMember(made.baseId, "editor");
    const { next } = await follow(made.owner, made.baseId, { tableIds: made.tableId });
    await rename(member, "Lovelace");
    expect(await next()).toEqual(updated);
    await call(removeCollaborator, {
      as: made.owner,
      params: { baseId: made.baseId },
      query: { principalId: member.userId, principalType: "user" },
    });
    expect(await next()).toEqual(updated);
    await rename(member, "King");
    expect(await next()).toEqual([]);
  });
});

const choices = (...names: string[]) => ({ choices: names.map((name) => ({ name })) });

/** Far has a choice and a number; Near looks into it, in another base; Own looks into Near. Each is followed alone. */
async function aChain() {
  const owner = await someone();
  const { add, edit } = actionsOf(owner);
  const inNewBase = async (name: string, fields: object[] = []) =>
    aTable(
      { name, fields: [{ type: "singleLineText", name: "Name" }, ...fields] },
      owner,
      await aBase(owner),
    );
  const far = await inNewBase("Far", [
    { type: "singleSelect", name: "State", options: choices("new", "done") },
    { type: "number", name: "Size" },
  ]);
  const [name, state, size] = far.table.fields;
  const near = await inNewBase("Near");
  const toFar = await add(near, aLinkNamed("Far", far, { baseId: far.baseId, isOneWay: true }));
  const states = await add(near, {
    ...{ type: "singleSelect", name: "States", isLookup: true },
    ...overLink(toFar, far, state.id),
  });
  const sizes = await add(near, {
    ...{ type: "rollup", name: "Sizes", options: { expression: "sum({values})" } },
    ...overLink(toFar, far, size.id, {
      filter: { conjunction: "and", filterSet: [{ fieldId: state.id, operator: "isNotEmpty", value: null }] },
    }),
  });
  const text = await add(near, {
    type: "formula",
    name: "Text",
    options: { expression: `CONCATENATE({${states.id}}, "!")` },
  });
  const apart = await add(near, {
    ...{ type: "singleLineText", name: "Names", isLookup: true },
    ...overLink(toFar, far, name.id),
  });
  const own = await inNewBase("Own");
  const toNear = await add(own, aLinkNamed("Near", near, { baseId: near.baseId, isOneWay: true }));
  const texts = await add(own, {
    ...{ type: "formula", name: "Texts", isLookup: true },
    ...overLink(toNear, near, text.id),
  });
  const followed = {
    near: await follow(owner, near.baseId, { tableIds: near.tableId }),
    own: await follow(owner, own.baseId, { tableIds: own.tableId }),
  };
  /** The fields of both tables that are told to be changed because another one is. */
  const told = async () => {
    const changes = [...(await followed.near.next()), ...(await followed.own.next())];
    const computed = changes.filter(({ type, computed }) => type === "field.updated" && computed);
    return new Set(computed.map(({ fieldId }) => fieldId));
  };
  return {
    ...{ owner, add, edit, told, followed },
    ...{ far, name, state, size, near, toFar, states, sizes, text, apart, own, toNear, texts },
  };
}

describe("a field changes that other tables show", () => {
  test("a choice with another name: the lookups of it, formulas of these, and lookups of the formulas, in their own bases; no other field", async () => {
    const { far, state, near, states, sizes, text, own, texts, edit, followed } = await aChain();
    const [first, second] = state.options.choices;
    await edit(far, state.id, {
      options: { choices: [{ ...first, name: "fresh" }, second] },
    });
    const tell = (tableId: string, ...fields: { id: string }[]) =>
      fields.map(({ id }) => ({ type: "field.updated", tableId, fieldId: id, computed: true }));
    const inNear = await followed.near.next();
    expect(inNear).toHaveLength(3);
    expect(inNear).toEqual(expect.arrayContaining(tell(near.tableId, states, text, sizes)));
    expect(await followed.own.next()).toEqual(tell(own.tableId, texts));
  });

  test("another format; but not another name or description", async () => {
    const { far, size, sizes, edit, told } = await aChain();
    await edit(far, size.id, { name: "Weight", description: "in grams" });
    expect(await told()).toEqual(new Set());
    await edit(far, size.id, { options: { formatting: { type: "decimal", precision: 3 } } });
    expect(await told()).toEqual(new Set([sizes.id]));
  });

  test("deleted, and restored: what shows it is empty, and has its cells again", async () => {
    const { owner, far, state, states, sizes, text, texts, told } = await aChain();
    const shown = new Set([states.id, sizes.id, text.id, texts.id]);
    await call(deleteField, { as: owner, params: { tableId: far.tableId, fieldId: state.id } });
    expect(await told()).toEqual(shown);
    const { body } = await call(listTrashItems, { as: owner, query: { tableId: far.tableId } });
    const params = { trashId: body.items[0].id };
    expect(await call(restoreTrashItem, { as: owner, params })).toMatchObject({ status: 201 });
    expect(await told()).toEqual(shown);
  });

  test("the field that gives titles: link fields, and lookups of these, but not other lookups over the link", async () => {
    const { add, edit, far, name, near, toFar, apart, own, toNear, told } = await aChain();
    const titles = await add(own, {
      ...{ type: "link", name: "Titles", isLookup: true },
      ...overLink(toNear, near, toFar.id),
    });
    await told();
    await edit(far, name.id, { options: { showAs: { type: "email" } } });
    expect(await told()).toEqual(new Set([toFar.id, titles.id, apart.id]));
  });

  test("a table goes into the trash: lookups of lookups into it are told", async () => {
    const { owner, far, toFar, texts, followed } = await aChain();
    await call(deleteTable, { as: owner, params: { baseId: far.baseId, tableId: far.tableId } });
    expect(await followed.near.next()).toContainEqual(
      expect.objectContaining({ type: "field.updated", fieldId: toFar.id }),
    );
    expect((await followed.own.next()).map(({ fieldId }) => fieldId)).toEqual([texts.id]);
  });

  test("a table in the trash that shows it is not told", async () => {
    const { owner, far, near, size, edit, told } = await aChain();
    await call(deleteTable, { as: owner, params: { baseId: near.baseId, tableId: near.tableId } });
    await told();
    await edit(far, size.id, { options: { formatting: { type: "decimal", precision: 3 } } });
    expect(await told()).toEqual(new Set());
  });
});
