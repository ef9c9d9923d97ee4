import * as shares from "#lib/data/shares/shares";
import { submitForm } from "#lib/data/shares/submit-form";
import { created, endpoint } from "#lib/http/endpoint";
import { FormSubmission, SharedRecord } from "#lib/schemas/shares/form-submission";
import { InShare } from "#lib/schemas/shares/share";

export const handler = endpoint(
  {
    method: "POST",
    path: "/share/{shareId}/view/form-submit",
    summary: "Make a record with a shared form",
    description:
      "Of a form whose share has `submit.allow`. Its fields take what they take in records, but for people and files; where `submit.requireLogin` is set, who is signed in has made the record, else nobody in particular. Some 50 at once, then one a second; from one network one in 30 s.",
    public: true,
    maySession: true,
    share: shares.openShare,
    params: InShare,
    body: FormSubmission,
    response: created(SharedRecord),
  },
  ({ share, body, session, sourceIp, now }) =>
    submitForm(share, { ...body, at: ["fields"] }, { userId: session?.user.id, sourceIp, now }),
);
