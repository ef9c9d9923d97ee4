/* Comments on a record that are not stored: those that wait, and those that were refused, in a form with the reason. */
import { isKeeping } from "../kept/kept-edits.ts";
import { keptTexts } from "../kept/texts.ts";
import { commentQueue, sendComment, type WaitingComment, waitingComments } from "../kept/waiting-comments.ts";
import { isOtherAccount } from "../live/own-id.ts";
import { appTexts } from "../texts.ts";
import { CommentForm } from "./comment-form.tsx";
import { commentContent, type MentionedPerson } from "./comment-text.ts";
import { Moment } from "./moment.tsx";

interface UnsentCommentsProps {
  recordId: string;
  people: readonly MentionedPerson[];
}

export function UnsentComments({ recordId, people }: UnsentCommentsProps) {
  const shown = waitingComments.value.filter(({ body, isQuiet }) => body.recordId === recordId && !isQuiet);
  if (shown.length === 0) return null;
  return (
    <ol class="talk" aria-label={appTexts.unsentComments}>
      {shown.map((comment) => (
        <UnsentComment key={comment.key} {...{ comment, people }} />
      ))}
    </ol>
  );
}

function UnsentComment({ comment, people }: { comment: WaitingComment; people: readonly MentionedPerson[] }) {
  const { key, since, reason, state, body } = comment;
  const giveUp = () => commentQueue.giveUp(key);
  if (state === "refused")
    return (
      <li>
        <CommentForm
          label={appTexts.refusedComment}
          text={body.text}
          problem={reason}
          does={appTexts.send}
          people={people}
          act={async (text) => {
            giveUp();
            // before the people of the base are known, what did not change means what it meant
            const content = text === body.text ? body.content : commentContent(text, people);
            return sendComment({ ...body, text, content });
          }}
          cancel={giveUp}
        />
      </li>
    );
  return (
    <li>
      <p class="who">
        <Moment time={new Date(since).toISOString()} />
        <span class="note">
          {` ${appTexts.waitingComment}.`}
          {!isKeeping.value && ` ${appTexts.notKept}`}
          {isOtherAccount.value && ` ${keptTexts.otherAccount}`}
        </span>
      </p>
      <p class="said">{body.text}</p>
      <div class="small buttons">
        <button type="button" class="quiet" onClick={giveUp}>
          {appTexts.giveUp}
        </button>
      </div>
    </li>
  );
}
