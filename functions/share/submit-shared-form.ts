import * as shares from "#lib/data/shares/shares";
import { created, shareEndpoint } from "#lib/http/endpoint";
import { FormSubmission, SharedRecord } from "#lib/schemas/shares/form-submission";
import { InShare } from "#lib/schemas/shares/share";

export const handler = shareEndpoint(
  {
    method: "POST",
    path: "/share/{shareId}/view/form-submit",
    summary: "Submit a shared form",
    description:
      "Creates a record. Requires `submit.allow` in `shareMeta`. Fields take the same values as in records, except attachment fields, and people where their column has no `visible: true`. With `submit.requireLogin`, the signed-in user is the creator of the record; otherwise the creator is anonymous. A form takes about 50 submissions at once, then one per second; from one network one per 30 s.",
    optionalSession: true,
    programs: true,
    share: shares.openShare,
    params: InShare,
    body: FormSubmission,
    response: created(SharedRecord),
  },
  async ({ share, body, session, sourceIp, now }) => {
    const { submitForm } = await import("#lib/data/shares/submit-form");
    return submitForm(share, { ...body, at: ["fields"] }, { userId: session?.user.id, sourceIp, now });
  },
);
