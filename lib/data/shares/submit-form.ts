/*
 * A record that somebody makes with a shared form. Who need not sign in is nobody in particular, also if he is signed in: the form
 * has not said that it would tell who he is.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { RateLimit } from "#lib/data/identity/rate-limit";
import { anonymous, cellContext, peopleById } from "#lib/data/records/people";
import { createRecords } from "#lib/data/write/create-records";
import { filledIn } from "#lib/engine/cells/form-values";
import type { Field } from "#lib/engine/fields/field";
import { type Typed, typedValues } from "#lib/engine/fields/typed-values";
import { isShownIn } from "#lib/engine/query/shown-fields";
import { askedFor } from "#lib/engine/views/shared-view";
import { AppError, type Issue, invalid, pathOf, unknownInside } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import type { FieldKeyType } from "#lib/schemas/records/record";
import type { NewRecords } from "#lib/schemas/records/record-changes";
import type { FormSubmission, SharedRecord } from "#lib/schemas/shares/form-submission";
import { limitShare } from "./limit-share.ts";
import { refuseForm, type Share, visitorCaller } from "./shares.ts";

interface Submission extends FormSubmission {
  /** Where the values stand in the request. */
  at: PropertyKey[];
  /** What was found wrong with it already. */
  issues?: Issue[];
}
interface Sender {
  userId: UserId | undefined;
  sourceIp: string;
  now: string;
}

/** All that is sent with one form, from wherever. */
const perForm: RateLimit = { rate: 1, burst: 50 };

export async function submitForm(share: Share, sent: Submission, sender: Sender): Promise<SharedRecord> {
  const { view, schema } = share;
  const { now, sourceIp } = sender;
  const { fieldKeyType, at } = sent;
  refuseForm(share, sender.userId);
  const shown = schema.fields.filter(isShownIn(view));
  const asked = askedFor(view, schema.fields);
  const context = cellContext(visitorCaller(now), await peopleById([]));
  const { values, unknown, issues } = filledIn(sent.fields, {
    columnMeta: view.columnMeta,
    shown,
    asked,
    context,
    fieldKeyType,
    at,
    typecast: sent.typecast,
  });
  const wrong = [...(sent.issues ?? []), ...issues];
  if (wrong.length > 0) throw invalid(wrong);
  if (unknown.length > 0) throw unknownInside(unknown);
  await limit(share, sourceIp);

  const userId = view.shareMeta?.submit?.requireLogin ? sender.userId : undefined;
  const wanted: NewRecords = { fieldKeyType: "id", typecast: false, records: [{ fields: values }] };
  const [record] = await createRecords(schema, wanted, maker(userId, now)).catch((error: unknown) => {
    throw asOfForm(error, shown, fieldKeyType, at);
  });
  if (!record) throw new Error("of one record one is made");
  return {
    id: record.id,
    name: asked.some(({ isPrimary }) => isPrimary) ? record.name : "",
    fields: Object.fromEntries(
      asked.flatMap((field) => {
        const value = record.fields[field.id];
        return value === undefined ? [] : [[field[fieldKeyType], value]];
      }),
    ),
  };
}

/** As a browser sends it. */
export async function submitTyped(share: Share, sent: object, sender: Sender): Promise<void> {
  const asked = askedFor(share.view, share.schema.fields);
  const context = cellContext(visitorCaller(sender.now), await peopleById([]));
  const { values: fields, issues } = typedValues(textsIn(sent), asked, context);
  await submitForm(share, { fieldKeyType: "id", typecast: false, fields, at: [], issues }, sender);
}

/** A body may be JSON, and hold anything. */
const textsIn = (sent: object): Typed => {
  const isText = (value: unknown) => typeof value === "string";
  return Object.fromEntries(
    Object.entries(sent).filter(([, value]) => (Array.isArray(value) ? value.every(isText) : isText(value))),
  );
};

const limit = (share: Share, sourceIp: string): Promise<void> =>
  limitShare(share, sourceIp, { use: "form", what: "records through this form", ofAll: perForm });

const maker = (userId: UserId = anonymous.id, now: string): Caller => ({
  userId,
  now,
  may: { seeEmails: false, read: true, create: true, update: true, delete: true },
});

/** What is wrong with the record, in the places of the form; of fields that it does not show nothing is told but that they keep it from being sent. */
function asOfForm(error: unknown, shown: Field[], fieldKeyType: FieldKeyType, at: PropertyKey[]): unknown {
  const issues = error instanceof AppError && (error.data?.["issues"] as Issue[] | undefined);
  return issues ? invalid(issues.map((issue) => placed(issue, shown, fieldKeyType, at))) : error;
}

function placed(
  { path, message }: Issue,
  shown: Field[],
  fieldKeyType: FieldKeyType,
  at: PropertyKey[],
): Issue {
  const [, id, inside = ""] = /^records\[0\](?:\.fields\.(\w+))?(.*)$/.exec(path) ?? [];
  if (!id) return { path: pathOf(at), message };
  const field = shown.find((each) => each.id === id);
  if (field) return { path: pathOf([...at, field[fieldKeyType]]) + inside, message };
  return { path: "", message: "a field that this form does not show keeps it from being sent" };
}
