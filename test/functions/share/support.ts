/* A shared view, and the requests of its visitors. */
import { handler as aggregateSharedRecords } from "#functions/share/aggregate-shared-records";
import { handler as copySharedCells } from "#functions/share/copy-shared-cells";
import { handler as countSharedHits } from "#functions/share/count-shared-hits";
import { handler as countSharedRecords } from "#functions/share/count-shared-records";
import { handler as enterShare } from "#functions/share/enter-share";
import { handler as getSharedView } from "#functions/share/get-shared-view";
import { handler as listSharedDays } from "#functions/share/list-shared-days";
import { handler as listSharedGroups } from "#functions/share/list-shared-groups";
import { handler as listSharedHits } from "#functions/share/list-shared-hits";
import { handler as listSharedLinks } from "#functions/share/list-shared-links";
import { handler as listSharedPeople } from "#functions/share/list-shared-people";
import { handler as listSharedRecords } from "#functions/share/list-shared-records";
import { handler as showShare } from "#functions/share/show-share";
import { handler as submitSharePage } from "#functions/share/submit-share-page";
import { handler as submitSharePassword } from "#functions/share/submit-share-password";
import { handler as submitSharedForm } from "#functions/share/submit-shared-form";
import { handler as createView } from "#functions/view/create-view";
import { handler as updateShareMeta } from "#functions/view/update-share-meta";
import type { Endpoint } from "#lib/http/endpoint";
import { aSheet } from "#test/functions/record/support/records";
import { aShareId } from "#test/support/makers/ids";
import type { Someone } from "#test/support/makers/makers";
import { type Asking, call, fromOurPage } from "#test/support/requests/call";
import { submit } from "#test/support/requests/form";

interface Shared {
  fields?: object[];
  records?: object[];
  view?: object | ((idOf: (name: string) => string) => object);
  shareMeta?: object;
  owner?: Someone;
}

/** A table with a shared view, and the calls of its visitors. */
export async function aShare({ fields, records = [], view = {}, shareMeta = {}, owner: maker }: Shared = {}) {
  const input = { ...(fields && { fields }), records: records.map((cells) => ({ fields: cells })) };
  const sheet = await (maker ? aSheet(input, maker) : aSheet(input));
  const { owner, tableId, table } = sheet;
  const idOf = (name: string): string =>
    table.fields.find((field: { name: string }) => field.name === name).id;
  const shareId = aShareId();
  const made = await call(createView, {
    as: owner,
    params: { tableId },
    body: {
      type: "grid",
      name: "Shared",
      shareId,
      enableShare: true,
      shareMeta: { includeRecords: true, ...shareMeta },
      ...(typeof view === "function" ? view(idOf) : view),
    },
  });
  if (made.status !== 201) throw new Error(`the view was refused: ${JSON.stringify(made.body)}`);
  const viewId: string = made.body.id;
  const ask = (endpoint: Endpoint, asking: Asking = {}) => call(endpoint, { params: { shareId }, ...asking });
  return {
    ...sheet,
    shareId,
    viewId,
    idOf,
    ask,
    ofView: { as: owner, params: { tableId, viewId } },
    get: (asking: Asking = {}) => ask(getSharedView, asking),
    records: (query: Asking["query"] = "") => ask(listSharedRecords, { query }),
    rowCount: (query: Asking["query"] = "") => ask(countSharedRecords, { query }),
    statistics: (query: Asking["query"] = "") => ask(aggregateSharedRecords, { query }),
    groups: (query: Asking["query"] = "") => ask(listSharedGroups, { query }),
    searchCount: (query: Asking["query"] = "") => ask(countSharedHits, { query }),
    hits: (query: Asking["query"] = "") => ask(listSharedHits, { query }),
    days: (query: Asking["query"] = "") => ask(listSharedDays, { query }),
    copy: (query: Asking["query"] = "") => ask(copySharedCells, { query }),
    people: (query: Asking["query"] = "") => ask(listSharedPeople, { query }),
    links: (query: Asking["query"] = "") => ask(listSharedLinks, { query }),
    enter: (password: string) => ask(enterShare, { body: { password } }),
    /** As a page of the service does. */
    submit: (cells: object, more: object = {}, asking: Asking = {}) =>
      ask(submitSharedForm, {
        body: { fields: cells, ...more },
        ...asking,
        headers: { ...fromOurPage(), ...asking.headers },
      }),
    page: (asking: Asking = {}) => ask(showShare, asking),
    givePassword: (password: string) => submit(submitSharePassword, { password }, { params: { shareId } }),
    /** As a browser submits it. */
    fillIn: (typed: Record<string, string | string[]>, asking: Asking = {}) =>
      submit(submitSharePage, typed, { params: { shareId }, ...asking }),
    say: (meta: object) => call(updateShareMeta, { as: owner, params: { tableId, viewId }, body: meta }),
  };
}

/** The Cookie header that a browser sends back after Set-Cookie. */
export const cookieIn = ({ cookies }: { cookies: string[] }) => ({
  headers: { cookie: cookies[0]?.split(";", 1)[0] ?? "" },
});
