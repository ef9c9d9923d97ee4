/* A question in the form builder: its words, whether it is required, and a handle that moves it. */
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import { SavedCheck } from "../dialogs/saved-check.tsx";
import { SavedText } from "../dialogs/saved-text.tsx";
import { Icon } from "../icon.tsx";
import { isRequired, type QuestionChange, wordsOf } from "./questions.ts";
import { Sample } from "./sample.tsx";
import { formTexts } from "./texts.ts";

interface QuestionCardProps {
  view: View;
  field: Field;
  /** Its place, and of how many. */
  place: number;
  all: number;
  /** Whether what is dragged would be put here. */
  isTarget: boolean;
  change: (columnMeta: QuestionChange["columnMeta"]) => Promise<boolean>;
  move: (to: number) => void;
  drag: (event: PointerEvent) => void;
}

export function QuestionCard({ view, field, place, all, isTarget, change, move, drag }: QuestionCardProps) {
  const { question, help } = view.columnMeta[field.id] ?? {};
  const { name, notNull } = field;
  const steps: Record<string, number> = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: all - 1 };
  function onKey(event: KeyboardEvent) {
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to < all && to !== place) move(to);
  }
  return (
    <li class={isTarget ? "question target" : "question"}>
      <button
        type="button"
        class="quiet handle"
        data-field={field.id}
        aria-label={formTexts.moveOf(name, place + 1, all)}
        onKeyDown={onKey}
        onPointerDown={drag}
      >
        <Icon name="handle" />
      </button>
      <div class="words">
        <SavedText
          label={formTexts.questionOf(name)}
          isLabelHidden
          value={question ?? ""}
          placeholder={name}
          maxLength={1000}
          save={(text) => change({ question: text || null })}
        />
        <SavedText
          label={formTexts.helpOf(name)}
          isLabelHidden
          isLong
          value={help ?? ""}
          placeholder={field.description ?? formTexts.help}
          maxLength={1000}
          save={(text) => change({ help: text || null })}
        />
        <div inert>
          <Sample field={field} label={wordsOf(view, field).question} />
        </div>
        <div class="buttons">
          <SavedCheck
            text={notNull ? formTexts.always : formTexts.required}
            label={formTexts.requiredOf(name)}
            isOn={isRequired(view, field)}
            disabled={notNull === true}
            set={(checked) => change({ required: checked || null })}
          />
          <button
            type="button"
            class="quiet"
            aria-label={formTexts.hideOf(name)}
            onClick={() => void change({ visible: false })}
          >
            {formTexts.hide}
          </button>
        </div>
      </div>
    </li>
  );
}
