/* One comment: what it says, who reacted to it, and what its author does with it. */
import { useSignal } from "@preact/signals";
import type { Comment, Reaction } from "#lib/schemas/collaboration/comment";
import { callApi, describeProblem } from "../call.ts";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import type { WrittenComment } from "../kept/kept.ts";
import { sendComment } from "../kept/waiting-comments.ts";
import { appTexts } from "../texts.ts";
import { CommentForm } from "./comment-form.tsx";
import { commentContent, commentText, type MentionedPerson } from "./comment-text.ts";
import { Moment } from "./moment.tsx";
import { useIsHere } from "./use-is-here.ts";

interface CommentItemProps {
  comment: Comment;
  of: Pick<WrittenComment, "baseId" | "tableId" | "recordId">;
  people: readonly MentionedPerson[];
  ownId: string | undefined;
  mayComment: boolean;
  reload: () => Promise<void>;
}

const reactions: readonly Reaction[] = ["👍", "👎", "😄", "❤️", "👀", "🚀", "🎉"];

export function CommentItem({ comment, of, people, ownId, mayComment, reload }: CommentItemProps) {
  const path = `/comment/${of.tableId}/${of.recordId}/${comment.id}`;
  const isEdited = useSignal(false);
  const isAsked = useSignal(false);
  const isHere = useIsHere();
  const problem = useSignal("");
  async function attempt(act: () => Promise<unknown>) {
    problem.value = "";
    try {
      await act();
      await reload();
    } catch (error) {
      problem.value = describeProblem(error);
    }
  }
  const react = (reaction: Reaction, isOwn: boolean) =>
    attempt(() => callApi(isOwn ? "DELETE" : "PATCH", `${path}/reaction`, { reaction }));
  const { createdBy, createdTime, lastModifiedTime, content } = comment;
  const given = comment.reaction ?? [];
  const isOwn = createdBy.id === ownId;
  return (
    <li>
      <p class="who">
        <b>{createdBy.name}</b> <Moment time={createdTime} />
        {lastModifiedTime && <span class="note"> {appTexts.edited}</span>}
      </p>
      {isEdited.value ? (
        <CommentForm
          label={appTexts.edit}
          text={commentText(content, people)}
          does={appTexts.save}
          people={people}
          act={async (text) => {
            const changed = { commentId: comment.id, text, content: commentContent(text, people, content) };
            const reason = await sendComment({ ...of, ...changed }, () => isEdited.value && isHere.current);
            if (reason === undefined) isEdited.value = false;
            return reason;
          }}
          cancel={() => {
            isEdited.value = false;
          }}
        />
      ) : (
        <CommentContent content={content} />
      )}
      <div class="small buttons">
        {given.map(({ reaction, user }) => {
          const hasOwn = user.some(({ id }) => id === ownId);
          return (
            <button
              key={reaction}
              type="button"
              class="quiet"
              aria-pressed={hasOwn}
              aria-label={appTexts.reactedBy(reaction, user.map(({ name }) => name).join(", "))}
              disabled={!mayComment}
              onClick={() => void react(reaction, hasOwn)}
            >
              {reaction} {user.length}
            </button>
          );
        })}
        {mayComment && (
          <details class="react">
            <summary>{appTexts.react}</summary>
            {reactions.map((reaction) => (
              <button
                key={reaction}
                type="button"
                class="quiet"
                aria-label={appTexts.reactWith(reaction)}
                onClick={({ currentTarget }) => {
                  currentTarget.closest("details")?.removeAttribute("open");
                  void react(reaction, false);
                }}
              >
                {reaction}
              </button>
            ))}
          </details>
        )}
        {isOwn && mayComment && !isEdited.value && (
          <>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                isEdited.value = true;
              }}
            >
              {appTexts.edit}
            </button>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                isAsked.value = true;
              }}
            >
              {appTexts.deleteIt}
            </button>
          </>
        )}
      </div>
      <p class="wrong" aria-live="polite">
        {problem}
      </p>
      {isAsked.value && (
        <FormDialog
          title={appTexts.deleteComment}
          does={appTexts.deleteIt}
          isDangerous
          act={async () => {
            await callApi("DELETE", path);
            void reload();
          }}
          close={() => {
            isAsked.value = false;
          }}
        >
          {() => <p>{appTexts.deleteCommentHint}</p>}
        </FormDialog>
      )}
    </li>
  );
}

const CommentContent = ({ content }: { content: Comment["content"] }) => (
  <>
    {content.map((block, i) =>
      block.type === "img" ? (
        block.url && <img key={i} src={block.url} alt={appTexts.imageInComment} loading="lazy" />
      ) : (
        <p key={i} class="said">
          {block.children.map((child, j) => {
            if (child.type === "mention") return <mark key={j}>@{child.name}</mark>;
            if (child.type === "span") return child.value;
            return (
              <a key={j} href={child.url} target="_blank" rel="noopener noreferrer">
                {child.title}
              </a>
            );
          })}
        </p>
      ),
    )}
  </>
);
