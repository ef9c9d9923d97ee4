/*
 * Submitting a shared form, which makes a record. If the form does not require signing in, the record's creator is anonymous, even
 * for a signed-in visitor: the form did not say that it records who submits it.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { RateLimit } from "#lib/data/identity/rate-limit";
import { hash } from "#lib/data/identity/token-text";
import type { readTargets } from "#lib/data/links/read-targets";
import { noFiles } from "#lib/data/records/named-cells";
import { anonymous, type BaseIds, cellContext, namedMembers, peopleById } from "#lib/data/records/people";
import { createRecords } from "#lib/data/write/create-records";
import { filledIn } from "#lib/engine/cells/form-values";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsLinks, holdsPeople } from "#lib/engine/fields/field";
import { answerKeyType, makeFieldKeys } from "#lib/engine/fields/field-keys";
import { type Typed, typedValues } from "#lib/engine/fields/typed-values";
import { isShownIn } from "#lib/engine/query/shown-fields";
import { askedFor } from "#lib/engine/views/shared-view";
import { AppError, type Issue, invalid, pathOf, unknownInside } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import type { FieldKeyType } from "#lib/schemas/records/record";
import type { NewRecords } from "#lib/schemas/records/record-changes";
import type { FormSubmission, SharedRecord } from "#lib/schemas/shares/form-submission";
import { findRecord, type IdempotencySlot, idempotencyKey, isExpired } from "#lib/store/idempotency-records";
import { limitShare } from "./limit-share.ts";
import { refuseForm, type Share } from "./shares.ts";

interface Submission extends FormSubmission {
  /** Path of the values in the request. */
  at: PropertyKey[];
  /** Issues found before. */
  issues?: Issue[];
}
interface Sender {
  userId: UserId | undefined;
  sourceIp: string;
  now: string;
  /** Where it is remembered that this was done. */
  slot?: IdempotencySlot | undefined;
}

/** Limit of submissions of one form, from all networks. */
const perForm: RateLimit = { rate: 1, burst: 50 };

/** Gives the record with the fields of the form. Throws 400 for invalid values, 401 and 403 as `refuseForm`, 404, 429. */
export async function submitForm(share: Share, sent: Submission, sender: Sender): Promise<SharedRecord> {
  const { view, schema } = share;
  const { now, sourceIp } = sender;
  const { at } = sent;
  refuseForm(share, sender.userId);
  const shown = schema.fields.filter(isShownIn(view));
  const keys = makeFieldKeys(shown, answerKeyType(shown, sent.fieldKeyType, [sent.fields]));
  const { type: fieldKeyType } = keys;
  const formFields = askedFor(view, schema.fields);
  const named = { fields: formFields, records: [sent.fields], keys, typecast: sent.typecast };
  const context = await readContext(named, callerFor(undefined, now), schema.table);
  const { values, unknown, issues } = filledIn(sent.fields, {
    columnMeta: view.columnMeta,
    shown,
    asked: formFields,
    context,
    keys,
    at,
    typecast: sent.typecast,
  });
  const allIssues = [...(sent.issues ?? []), ...issues];
  if (allIssues.length > 0) throw invalid(allIssues);
  if (unknown.length > 0) throw unknownInside(unknown);
  await limit(share, sourceIp);

  const userId = view.shareMeta?.submit?.requireLogin ? sender.userId : undefined;
  const wanted: NewRecords = { fieldKeyType: "id", typecast: false, records: [{ fields: values }] };
  const [record] = await createRecords(schema, wanted, {
    ...callerFor(userId, now),
    slot: sender.slot,
  }).catch((error: unknown) => {
    throw formError(error, shown, fieldKeyType, at);
  });
  if (!record) throw new Error("createRecords gave no record");
  return {
    id: record.id,
    name: formFields.some(({ isPrimary }) => isPrimary) ? record.name : "",
    fields: Object.fromEntries(
      formFields.flatMap((field) => {
        const value = record.fields[field.id];
        return value === undefined ? [] : [[field[fieldKeyType], value]];
      }),
    ),
  };
}

/**
 * Submits the texts that a browser sends. The page names itself by `once`: the same answers sent again by it, by a double click or a reload,
 * make no second record. Other answers of the same page, which a person went back to, do.
 */
export async function submitTyped(share: Share, sent: object, sender: Sender): Promise<void> {
  const { once, ...typed } = textsIn(sent);
  if (typeof once !== "string") return submitTexts(share, typed, sender);
  const request = hash(JSON.stringify([once, typed]));
  const key = idempotencyKey(share.id, request);
  const found = await findRecord(key);
  const isDone = (record = found) => record !== undefined && !isExpired(record, sender.now);
  if (isDone()) return;
  try {
    await submitTexts(share, typed, { ...sender, slot: { key, request, ...(found && { old: found }) } });
  } catch (error) {
    // a twin was faster
    if (!isDone(await findRecord(key))) throw error;
  }
}

async function submitTexts(share: Share, typed: Typed, sender: Sender): Promise<void> {
  const formFields = askedFor(share.view, share.schema.fields);
  const keys = makeFieldKeys(formFields, "id");
  const named = { fields: formFields, records: [typed], keys, typecast: true };
  const context = await readContext(named, callerFor(undefined, sender.now), share.schema.table);
  const { values: fields, issues } = typedValues(typed, formFields, context);
  await submitForm(share, { fieldKeyType: "id", typecast: false, fields, at: [], issues }, sender);
}

/** The context in which the values are read. Imports the code for links only if the form asks for some, and reads members if it asks for people. */
async function readContext(
  named: Parameters<typeof readTargets>[0],
  caller: Caller,
  base: BaseIds,
): Promise<CellContext> {
  const [targets, people] = await Promise.all([
    named.fields.some(holdsLinks)
      ? import("#lib/data/links/read-targets").then(({ readTargets }) => readTargets(named, caller))
      : undefined,
    named.fields.some(holdsPeople) ? namedMembers(base) : peopleById([]),
  ]);
  return cellContext(caller, people, noFiles, targets?.of);
}

/** Only the texts: a JSON body may hold anything. */
const textsIn = (sent: object): Typed => {
  const isText = (value: unknown) => typeof value === "string";
  return Object.fromEntries(
    Object.entries(sent).filter(([, value]) => (Array.isArray(value) ? value.every(isText) : isText(value))),
  );
};

const limit = (share: Share, sourceIp: string): Promise<void> =>
  limitShare(share, sourceIp, { use: "form", what: "records through this form", ofAll: perForm });

const callerFor = (userId: UserId = anonymous.id, now: string): Caller => ({
  userId,
  now,
  may: { seeEmails: false, read: true, create: true, update: true, delete: true },
});

/** An error of the record, with the paths of the form. For fields that the form does not show, it only says that one is invalid. */
function formError(error: unknown, shown: Field[], fieldKeyType: FieldKeyType, at: PropertyKey[]): unknown {
  const issues = error instanceof AppError && (error.data?.["issues"] as Issue[] | undefined);
  return issues ? invalid(issues.map((issue) => formIssue(issue, shown, fieldKeyType, at))) : error;
}

function formIssue(
  { path, message }: Issue,
  shown: Field[],
  fieldKeyType: FieldKeyType,
  at: PropertyKey[],
): Issue {
  const [, id, inside = ""] = /^records\[0\](?:\.fields\.(\w+))?(.*)/s.exec(path) ?? [];
  if (!id) return { path: pathOf(at), message };
  const field = shown.find((each) => each.id === id);
  if (field) return { path: pathOf([...at, field[fieldKeyType]]) + inside, message };
  return {
    path: "",
    message: "a field that this form does not show is missing or invalid: the form must be changed",
  };
}
