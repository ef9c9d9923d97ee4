/* What the dialog of a share sends, and what it says about strangers. */
import { describe, expect, test } from "vitest";
import type { Field } from "#lib/schemas/tables/field";
import { hiddenPassword, type View } from "#lib/schemas/tables/view";
import { changedMeta, tellStrangers } from "#lib/web/browser/share/share-meta";
import { shareTexts } from "#lib/web/browser/share/texts";

describe("what is sent", () => {
  const withPassword = { allowCopy: true, password: hiddenPassword } as const;

  test("keeps all that is not changed, also the password", () => {
    expect(changedMeta(withPassword, { includeRecords: true })).toEqual({
      ...withPassword,
      includeRecords: true,
    });
    expect(changedMeta(undefined, { allowCopy: true })).toEqual({ allowCopy: true });
  });

  test("keeps the other half of what a form may do", () => {
    const changed = changedMeta({ submit: { allow: true } }, { submit: { requireLogin: true } });
    expect(changed).toEqual({ submit: { allow: true, requireLogin: true } });
  });

  test("has a new password, or none", () => {
    expect(changedMeta(withPassword, { password: "new one" })).toEqual({
      allowCopy: true,
      password: "new one",
    });
    expect(changedMeta(withPassword, { password: null })).toEqual({ allowCopy: true });
  });
});

const fieldOf = (name: string, type = "singleLineText", more: object = {}) =>
  ({ id: `fld${name}`, name, type, options: {}, ...more }) as unknown as Field;
const viewOf = (view: object) => ({ type: "grid", columnMeta: {}, ...view }) as unknown as View;

describe("what strangers see", () => {
  const fields = [
    fieldOf("Name"),
    fieldOf("Owner", "user"),
    fieldOf("Town", "link"),
    fieldOf("Scans", "attachment"),
  ];

  test("records in the fields of the view; links, people and files are named", () => {
    const view = viewOf({ shareMeta: { includeRecords: true, allowCopy: true }, filter: {} });
    expect(tellStrangers(view, fields)).toEqual([
      shareTexts.listedRecords(true),
      shareTexts.inFields(["Name", "Owner", "Town", "Scans"]),
      shareTexts.linkedTitles(["Town"]),
      shareTexts.people(["Owner"]),
      shareTexts.files(["Scans"]),
      shareTexts.mayCopy,
      shareTexts.readOnly,
    ]);
  });

  test("all fields, or no records", () => {
    const open = viewOf({ shareMeta: { includeRecords: true, includeHiddenField: true } });
    expect(tellStrangers(open, [fieldOf("Name")])).toContain(shareTexts.allFields);
    const closed = viewOf({ shareMeta: { password: hiddenPassword } });
    expect(tellStrangers(closed, [fieldOf("Name")])).toEqual([
      shareTexts.onlyNames(["Name"]),
      shareTexts.readOnly,
      shareTexts.afterPassword,
    ]);
  });

  test("a form: its questions; what its links and people offer; nothing that cannot be filled in", () => {
    const asked = [...fields, fieldOf("Sum", "formula", { isComputed: true }), fieldOf("Go", "button")];
    const view = (more: object, columnMeta: object = {}) =>
      viewOf({ type: "form", shareMeta: { submit: { allow: true, ...more } }, columnMeta });
    expect(tellStrangers(view({}), asked)).toEqual([
      shareTexts.questions(["Name", "Town"]),
      shareTexts.offered(["Town"]),
      shareTexts.anonymous,
    ]);
    const people = { fldOwner: { order: 1, visible: true } };
    expect(tellStrangers(view({ requireLogin: true }, people), asked)).toEqual([
      shareTexts.questions(["Owner", "Name", "Town"]),
      shareTexts.offered(["Town"]),
      shareTexts.offeredPeople(["Owner"]),
      shareTexts.named,
    ]);
    expect(tellStrangers(view({ allow: false }), asked)).toEqual([shareTexts.closed]);
    expect(tellStrangers(view({}), [])).toContain(shareTexts.noQuestions);
  });
});
