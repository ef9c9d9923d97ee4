/* The comments on a record. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Comment, CommentPage } from "#lib/schemas/collaboration/comment";
import { usePeople } from "../bars/people.ts";
import { callApi, describeProblem } from "../call.ts";
import { commentsStored, sendComment } from "../kept/waiting-comments.ts";
import { readOwnId } from "../live/own-id.ts";
import { ProblemBox } from "../problem.tsx";
import { appTexts } from "../texts.ts";
import { CommentForm } from "./comment-form.tsx";
import { CommentItem } from "./comment-item.tsx";
import { commentContent } from "./comment-text.ts";
import { UnsentComments } from "./unsent-comments.tsx";
import { useIsHere } from "./use-is-here.ts";

interface CommentsProps {
  baseId: string;
  tableId: string;
  recordId: string;
  mayComment: boolean;
  /** Another number: they are read again. */
  version: number;
}

const pageSize = 20;

export function Comments({ baseId, tableId, recordId, mayComment, version }: CommentsProps) {
  const people = usePeople(baseId);
  const ownId = useSignal<string | undefined>(undefined);
  const shown = useSignal<{ comments: Comment[]; older: string | null } | undefined>(undefined);
  const problem = useSignal("");
  const isHere = useIsHere();
  const of = { baseId, tableId, recordId };
  const path = `/comment/${tableId}/${recordId}`;
  const readPage = (query: object) =>
    callApi<CommentPage>("GET", `${path}/list?${new URLSearchParams({ take: `${pageSize}`, ...query })}`);
  async function attempt(act: () => Promise<void>) {
    problem.value = "";
    try {
      await act();
    } catch (error) {
      problem.value = describeProblem(error);
    }
  }
  /** Reads the newest again, as many pages as are shown. */
  const reload = () =>
    attempt(async () => {
      const wanted = shown.peek()?.comments.length ?? 0;
      let { comments, nextCursor } = await readPage({});
      while (comments.length < wanted && nextCursor !== null) {
        const next = await readPage({ cursor: nextCursor });
        comments = [...next.comments, ...comments];
        nextCursor = next.nextCursor;
      }
      shown.value = { comments, older: nextCursor };
    });
  const readOlder = (cursor: string) =>
    attempt(async () => {
      const { comments, nextCursor } = await readPage({ cursor });
      shown.value = { comments: [...comments, ...(shown.value?.comments ?? [])], older: nextCursor };
    });
  useEffect(() => {
    void readOwnId().then((id) => {
      ownId.value = id;
    });
  }, []);
  useEffect(() => void reload(), [path, version, commentsStored.value]);
  const { comments, older } = shown.value ?? { older: null };
  return (
    <section class="comments">
      <h3>{appTexts.comments}</h3>
      {problem.value && <ProblemBox text={problem.value} retry={() => void reload()} />}
      {older !== null && (
        <button type="button" class="quiet" onClick={() => void readOlder(older)}>
          {appTexts.olderComments}
        </button>
      )}
      {comments?.length === 0 && <p class="note">{appTexts.noComments}</p>}
      <ol class="talk">
        {comments?.map((comment) => (
          <CommentItem
            key={comment.id}
            {...{ comment, of, people, mayComment, reload }}
            ownId={ownId.value}
          />
        ))}
      </ol>
      <UnsentComments {...{ recordId, people }} />
      {mayComment && (
        <CommentForm
          label={appTexts.newComment}
          does={appTexts.send}
          people={people}
          act={(text) =>
            sendComment({ ...of, text, content: commentContent(text, people) }, () => isHere.current)
          }
        />
      )}
    </section>
  );
}
