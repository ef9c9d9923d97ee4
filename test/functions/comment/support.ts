/* A record to comment on, and what people can do there. */
import { handler as addReaction } from "#functions/comment/add-reaction";
import { handler as countComments } from "#functions/comment/count-comments";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as deleteComment } from "#functions/comment/delete-comment";
import { handler as getComment } from "#functions/comment/get-comment";
import { handler as getSubscription } from "#functions/comment/get-subscription";
import { handler as listComments } from "#functions/comment/list-comments";
import { handler as removeReaction } from "#functions/comment/remove-reaction";
import { handler as setReaction } from "#functions/comment/set-reaction";
import { handler as subscribe } from "#functions/comment/subscribe-to-record";
import { handler as unsubscribe } from "#functions/comment/unsubscribe-from-record";
import { handler as updateComment } from "#functions/comment/update-comment";
import type { Role } from "#lib/schemas/basics/role";
import { aMember, aTable, type Someone } from "#test/support/makers/makers";
import { type Asking, call } from "#test/support/requests/call";

export const paragraph = (...children: object[]) => ({ type: "p", children });
export const text = (value: string) => ({ type: "span", value });
export const mention = ({ userId }: { userId: string }) => ({ type: "mention", value: userId });
export const saying = (value: string) => [paragraph(text(value))];

export interface Said {
  id: string;
  content: { children: { value: string }[] }[];
  createdTime: string;
}
export const textsOf = (comments: Said[]) => comments.map(({ content }) => content[0]?.children[0]?.value);

export async function aThread() {
  const made = await aTable({ records: [{ fields: { Name: "a" } }, { fields: { Name: "b" } }] });
  const [first, second] = made.table.records.map(({ id }: { id: string }) => id);
  const params = { tableId: made.tableId as string, recordId: first as string };
  /** What one person can do at one record. */
  const as = (somebody: Pick<Someone, "token">, at: Record<string, string> = params) => {
    const ask = { as: somebody, params: at };
    const one = (commentId: string) => ({ ...ask, params: { ...at, commentId } });
    return {
      send: (body: unknown, more: Asking = {}) => call(createComment, { ...ask, body, ...more }),
      say: async (value: string, more: object = {}) => {
        const answer = await call(createComment, { ...ask, body: { content: saying(value), ...more } });
        if (answer.status !== 201) throw new Error(`it was refused: ${JSON.stringify(answer.body)}`);
        return answer.body.id as string;
      },
      get: (id: string) => call(getComment, one(id)),
      edit: (id: string, content: unknown) => call(updateComment, { ...one(id), body: { content } }),
      remove: (id: string) => call(deleteComment, one(id)),
      react: (id: string, reaction: unknown) => call(setReaction, { ...one(id), body: { reaction } }),
      reactByPost: (id: string, reaction: unknown) => call(addReaction, { ...one(id), body: { reaction } }),
      unreact: (id: string, reaction: unknown) => call(removeReaction, { ...one(id), body: { reaction } }),
      list: (query: Asking["query"] = "") => call(listComments, { ...ask, query }),
      count: async () => (await call(countComments, ask)).body.count as number,
      subscription: () => call(getSubscription, ask),
      subscribe: (more: Asking = {}) => call(subscribe, { ...ask, ...more }),
      unsubscribe: () => call(unsubscribe, ask),
    };
  };
  return {
    ...made,
    params,
    as,
    ...as(made.owner),
    /** The other record, of the same table. */
    elsewhere: { ...params, recordId: second as string },
    member: (role: Role) => aMember(made.baseId, role),
  };
}
