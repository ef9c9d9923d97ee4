import * as shares from "#lib/data/shares/shares";
import { ok, shareEndpoint } from "#lib/http/endpoint";
import { InShare } from "#lib/schemas/shares/share";
import { SharedPeople, SharedPeopleQuery } from "#lib/schemas/shares/shared-people";

export const handler = shareEndpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view/collaborators",
    summary: "List the people in a field of a shared view",
    description:
      "The people in the cells of a visible field, each once, by name, among the records that the view shows. This requires `includeRecords` in `shareMeta`. A form lists all who can open the base, without their addresses, if one of its columns with people has `visible: true`, to whom may submit it; else no one.",
    optionalSession: true,
    share: shares.openShare,
    params: InShare,
    query: SharedPeopleQuery,
    response: ok(SharedPeople),
  },
  async ({ share, query, session, now, sourceIp }) => {
    const { limitReads } = await import("#lib/data/shares/shared-records");
    const { listSharedPeople } = await import("#lib/data/shares/shared-people");
    await limitReads(share, sourceIp);
    return listSharedPeople(share, query, { userId: session?.user.id, now });
  },
);
