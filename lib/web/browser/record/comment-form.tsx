/* Where a comment is written or edited. What is refused stays here, with the reason. */
import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { describeProblem } from "../call.ts";
import { appTexts } from "../texts.ts";
import { type MentionedPerson, mentionText } from "./comment-text.ts";

interface CommentFormProps {
  label: string;
  text?: string;
  does: string;
  people: readonly MentionedPerson[];
  /** Why it was refused before. */
  problem?: string | undefined;
  /** Gives why it was refused; undefined if it was not. */
  act: (text: string) => Promise<string | undefined>;
  cancel?: () => void;
}

export function CommentForm({
  label,
  text = "",
  does,
  people,
  problem: former = "",
  act,
  cancel,
}: CommentFormProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const problem = useSignal(former);
  const isBusy = useSignal(false);
  const id = useId();
  async function submit(event?: Event) {
    event?.preventDefault();
    const written = area.current?.value ?? "";
    if (isBusy.value || written.trim() === "") return;
    isBusy.value = true;
    problem.value = "";
    try {
      problem.value = (await act(written)) ?? "";
      if (area.current && problem.value === "") area.current.value = "";
    } catch (error) {
      problem.value = describeProblem(error);
    }
    isBusy.value = false;
    area.current?.focus();
  }
  function mention(select: HTMLSelectElement) {
    const person = people[Number(select.value)];
    select.value = "";
    if (!person || !area.current) return;
    const { selectionStart: at, selectionEnd: end, value } = area.current;
    const gap = at > 0 && /\S/.test(value[at - 1] ?? "") ? " " : "";
    area.current.setRangeText(`${gap}${mentionText(person, people)} `, at, end, "end");
    area.current.focus();
  }
  return (
    <form class="write" onSubmit={submit}>
      <label for={`${id}-text`}>{label}</label>
      <textarea
        id={`${id}-text`}
        ref={area}
        rows={3}
        defaultValue={text}
        aria-invalid={problem.value !== ""}
        aria-describedby={`${id}-problem`}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit(event);
        }}
      />
      <p id={`${id}-problem`} class="wrong" aria-live="polite">
        {problem}
      </p>
      <div class="buttons">
        <button type="submit" disabled={isBusy.value}>
          {does}
        </button>
        {cancel && (
          <button type="button" class="quiet" onClick={cancel}>
            {appTexts.cancel}
          </button>
        )}
        <select aria-label={appTexts.mention} onChange={({ currentTarget }) => mention(currentTarget)}>
          <option value="">@</option>
          {people.map(({ id: userId, name, email }, i) => (
            <option key={userId} value={i}>
              {email ? `${name} (${email})` : name}
            </option>
          ))}
        </select>
      </div>
    </form>
  );
}
