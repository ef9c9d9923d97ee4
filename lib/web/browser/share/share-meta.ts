/* What a share allows: what is sent to change it, and what it means for strangers, in words. */
import type { Field } from "#lib/schemas/tables/field";
import type { ShareMeta, View } from "#lib/schemas/tables/view";
import { askedIn, wordsOf } from "../form/questions.ts";
import { shareTexts } from "./texts.ts";

/** Keeps the password that the share has. */
const kept = "********" satisfies NonNullable<View["shareMeta"]>["password"];

/** A change of the settings; `password: null` takes it away. */
export type MetaChange = Omit<ShareMeta, "password"> & { password?: string | null };

/** The whole settings with a change, as they are sent: what is left out would be gone. */
export function changedMeta(now: View["shareMeta"], change: MetaChange): ShareMeta {
  const { password: had, submit, ...rest } = now ?? {};
  const { password = had === undefined ? null : kept, submit: changed, ...others } = change;
  return {
    ...rest,
    ...others,
    ...((submit ?? changed) && { submit: { ...submit, ...changed } }),
    ...(password !== null && { password }),
  };
}

const namesOf = (fields: readonly Field[], isMeant: (field: Field) => boolean): string[] =>
  fields.filter(isMeant).map(({ name }) => name);
const ofType =
  (...types: string[]) =>
  ({ type }: Field) =>
    types.includes(type);
const ofPeople = ofType("user", "createdBy", "lastModifiedBy");

/** The origins that a person typed; all if there is none. */
export function typedOrigins(text: string): string[] {
  const typed = text.split(/[\s,]+/).filter(Boolean);
  // an address is meant as its origin
  const origins = typed.map((each) => (URL.canParse(each) ? new URL(each).origin : each));
  return origins.length > 0 ? [...new Set(origins)] : ["*"];
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? "");

/** The HTML that shows the share within another page. */
export const frameHtml = (address: string, title: string): string =>
  `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}" width="100%" height="700" loading="lazy" style="border:0"></iframe>`;

/** What strangers see of a shared view, in sentences. `fields`: those that the view shows. */
export function tellStrangers(view: View, fields: readonly Field[]): string[] {
  const told = view.type === "form" ? tellForm(view, fields) : tellRecords(view, fields);
  const { password, frameOrigins = [] } = view.shareMeta ?? {};
  return [
    ...told,
    ...(frameOrigins.length > 0 ? [shareTexts.framedBy(frameOrigins)] : []),
    ...(password === undefined ? [] : [shareTexts.afterPassword]),
  ];
}

function tellRecords({ shareMeta, filter }: View, fields: readonly Field[]): string[] {
  const { includeRecords, includeHiddenField, allowCopy } = shareMeta ?? {};
  const names = fields.map(({ name }) => name);
  if (!includeRecords)
    return [includeHiddenField ? shareTexts.allFields : shareTexts.onlyNames(names), shareTexts.readOnly];
  const some = (isMeant: (field: Field) => boolean, tell: (names: string[]) => string) => {
    const meant = namesOf(fields, isMeant);
    return meant.length > 0 ? [tell(meant)] : [];
  };
  return [
    shareTexts.listedRecords(filter !== undefined),
    includeHiddenField ? shareTexts.allFields : shareTexts.inFields(names),
    ...some(ofType("link"), shareTexts.linkedTitles),
    ...some(ofPeople, shareTexts.people),
    ...some(ofType("attachment"), shareTexts.files),
    ...(allowCopy ? [shareTexts.mayCopy] : []),
    shareTexts.readOnly,
  ];
}

function tellForm(view: View, fields: readonly Field[]): string[] {
  const { submit, includeRecords } = view.shareMeta ?? {};
  if (submit?.allow !== true) return [shareTexts.closed];
  const asked = askedIn(view, fields);
  const links = namesOf(asked, ofType("link"));
  const people = namesOf(asked, ofType("user"));
  return [
    asked.length > 0
      ? shareTexts.questions(asked.map((field) => wordsOf(view, field).question))
      : shareTexts.noQuestions,
    ...(links.length > 0 ? [shareTexts.offered(links)] : []),
    ...(people.length > 0 ? [shareTexts.offeredPeople(people)] : []),
    submit.requireLogin ? shareTexts.named : shareTexts.anonymous,
    ...(includeRecords ? [shareTexts.formRecords] : []),
  ];
}
