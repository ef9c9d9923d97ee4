/*
 * Submitting a shared form, which makes a record. If the form does not require signing in, the record's creator is anonymous, even
 * for a signed-in visitor: the form did not say that it records who submits it.
 */

import type { RateLimit } from "#lib/data/identity/rate-limit";
import { hash } from "#lib/data/identity/token-text";
import type { readTargets } from "#lib/data/links/read-targets";
import { noFiles } from "#lib/data/records/named-cells";
import { cellContext, namedMembers, peopleById } from "#lib/data/records/people";
import { movingNow } from "#lib/data/spaces/refuse-moved";
import { createRecords } from "#lib/data/write/create-records";
import { filledIn } from "#lib/engine/cells/form-values";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsFiles, holdsLinks, holdsPeople } from "#lib/engine/fields/field";
import { answerKeyType, makeFieldKeys } from "#lib/engine/fields/field-keys";
import { type Typed, typedValues } from "#lib/engine/fields/typed-values";
import { isShownIn } from "#lib/engine/query/shown-fields";
import { askedFor } from "#lib/engine/views/shared-view";
import { AppError, type Issue, invalid, pathOf, unknownInside } from "#lib/schemas/basics/error";
import type { FieldKeyType } from "#lib/schemas/records/record";
import type { NewRecords } from "#lib/schemas/records/record-changes";
import type { FormSubmission, SharedRecord } from "#lib/schemas/shares/form-submission";
import { findRecord, type IdempotencySlot, idempotencyKey, isExpired } from "#lib/store/idempotency-records";
import { claimFormFiles, type FormFiles, type GivenFile, readGiven, type TypedFile } from "./form-files.ts";
import { readingCaller, type Sender as Sending, senderCaller } from "./form-sender.ts";
import { limitShare } from "./limit-share.ts";
import { refuseForm, type Share } from "./shares.ts";
import { withoutTokens } from "./without-tokens.ts";

interface Submission extends FormSubmission {
  /** Path of the values in the request. */
  at: PropertyKey[];
  /** Issues found before. */
  issues?: Issue[];
  /** Files that came with the values, which name them. */
  given?: readonly GivenFile[];
}
interface Sender extends Sending {
  /** Where it is remembered that this was done. */
  slot?: IdempotencySlot | undefined;
}

/** Limit of submissions of one form, from all networks. */
const perForm: RateLimit = { rate: 1, burst: 50 };

/** Gives the record with the fields of the form. Throws 400 for invalid values, 401 and 403 as `refuseForm`, 404, 429. */
export async function submitForm(share: Share, sent: Submission, sender: Sender): Promise<SharedRecord> {
  const { view, schema } = share;
  const { at, given = [] } = sent;
  refuseForm(share, sender.userId);
  if (share.isMoving) throw movingNow();
  const shown = schema.fields.filter(isShownIn(view));
  const keys = makeFieldKeys(shown, answerKeyType(shown, sent.fieldKeyType, [sent.fields]));
  const { type: fieldKeyType } = keys;
  const formFields = askedFor(view, schema.fields);
  const named = { fields: formFields, records: [sent.fields], keys, typecast: sent.typecast };
  const formFiles = formFields.some(holdsFiles)
    ? await claimFormFiles(share, named, {
        given,
        caller: senderCaller(share, sender),
      })
    : undefined;
  const context = await readContext(share, named, sender, formFiles);
  const { values, unknown, issues } = filledIn(sent.fields, {
    columnMeta: view.columnMeta,
    shown,
    asked: formFields,
    context,
    keys,
    at,
    typecast: sent.typecast,
  });
  const say = (field: Field, message: string) => ({ path: pathOf([...at, field[fieldKeyType]]), message });
  const allIssues = [...(sent.issues ?? []), ...issues, ...(formFiles?.issuesIn(values, say) ?? [])];
  if (allIssues.length > 0) throw invalid(allIssues);
  if (unknown.length > 0) throw unknownInside(unknown);
  await limit(share, sender.sourceIp);
  await formFiles?.store(say);

  const wanted: NewRecords = { fieldKeyType: "id", typecast: false, records: [{ fields: values }] };
  const [record] = await createRecords(schema, wanted, {
    ...senderCaller(share, sender),
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
        return value === undefined ? [] : [[field[fieldKeyType], withoutTokens(value)]];
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
  const files = await filesIn(share, sent, sender);
  if (typeof once !== "string") return submitTexts(share, { typed, files }, sender);
  const request = hash(JSON.stringify([once, typed, ...files.map(({ body, name }) => [name, hash(body)])]));
  const key = idempotencyKey(share.id, request);
  const found = await findRecord(key);
  const isDone = (record = found) => record !== undefined && !isExpired(record, sender.now);
  if (isDone()) return;
  try {
    await submitTexts(
      share,
      { typed, files },
      { ...sender, slot: { key, request, ...(found && { old: found }) } },
    );
  } catch (error) {
    // a twin was faster
    if (!isDone(await findRecord(key))) throw error;
  }
}

/** The files that a browser sends with the texts, each with the field that asks for it. */
async function filesIn(share: Share, sent: object, sender: Sender): Promise<TypedFile[]> {
  if (!askedFor(share.view, share.schema.fields).some(holdsFiles)) return [];
  return readGiven(share, sent, senderCaller(share, sender));
}

async function submitTexts(
  share: Share,
  { typed, files }: { typed: Typed; files: readonly TypedFile[] },
  sender: Sender,
): Promise<void> {
  const formFields = askedFor(share.view, share.schema.fields);
  const keys = makeFieldKeys(formFields, "id");
  const named = { fields: formFields, records: [typed], keys, typecast: true };
  const context = await readContext(share, named, sender);
  const { values, issues } = typedValues(typed, formFields, context);
  const filled = Object.groupBy(files, ({ fieldId }) => fieldId);
  const fields = {
    ...values,
    ...Object.fromEntries(
      Object.entries(filled).map(([id, added = []]) => [
        id,
        [...[values[id] ?? []].flat(), ...added.map(({ name, file: { token } }) => ({ name, token }))],
      ]),
    ),
  };
  await submitForm(
    share,
    { fieldKeyType: "id", typecast: true, fields, at: [], issues, given: files },
    sender,
  );
}

/**
 * The context in which the values are read. Imports the code for links only if the form asks for some, and reads members if it asks for people.
 * Without `files` a value names none.
 */
async function readContext(
  share: Share,
  named: Parameters<typeof readTargets>[0],
  sender: Sender,
  { files }: Pick<FormFiles, "files"> = { files: noFiles },
): Promise<CellContext> {
  const caller = readingCaller(share, sender);
  const [targets, people] = await Promise.all([
    named.fields.some(holdsLinks)
      ? import("#lib/data/links/read-targets").then(({ readTargets }) => readTargets(named, caller))
      : undefined,
    named.fields.some(holdsPeople) ? namedMembers(share.schema.table) : peopleById([]),
  ]);
  return cellContext(caller, people, files, targets?.of);
}

/**
 * Only the texts: a JSON body may hold anything. An input for files sends a file without a name beside the texts that name files which were
 * sent before.
 */
const textsIn = (sent: object): Typed =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const texts = [value].flat().filter((each) => !(each instanceof File));
      if (texts.length === 0 || texts.some((each) => typeof each !== "string")) return [];
      return [[name, Array.isArray(value) ? texts : value]];
    }),
  );

const limit = (share: Share, sourceIp: string): Promise<void> =>
  limitShare(share, sourceIp, { use: "form", what: "records through this form", ofAll: perForm });

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
