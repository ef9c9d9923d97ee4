/* What is around a view with cards: what went wrong, what can be done, and what is said of it. */
import type { ComponentChildren } from "preact";
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import { Opener } from "../dialogs/opener.tsx";
import { Said } from "../grid/grid-actions.tsx";
import { ProblemBox } from "../problem.tsx";
import { appTexts } from "../texts.ts";
import { type AskedOption, OptionsDialog } from "./options-dialog.tsx";
import { cardTexts } from "./texts.ts";
import type { ShownEdits } from "./use-edits.ts";

export interface CardsProblem {
  text: string;
  retry?: () => void;
}

interface CardsFrameProps {
  tableId: string;
  view: View;
  fields: readonly Field[];
  mayEdit: boolean;
  own: ShownEdits;
  problem: CardsProblem | undefined;
  /** How many records there are. */
  counted: string;
  /** Makes a record. */
  add?: (() => void) | undefined;
  /** What the view can be asked to show. */
  options: readonly AskedOption[];
  /** Reads the view again. */
  onSchema: () => void;
  children: ComponentChildren;
}

export function CardsFrame(props: CardsFrameProps) {
  const { view, mayEdit, own, problem, counted, add, children } = props;
  function press(event: KeyboardEvent) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !mayEdit || !["z", "y"].includes(key)) return;
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    own.takeBack(key === "y" || event.shiftKey ? "redo" : "undo");
  }
  const action = (text: string, act: () => void, label = text) => (
    <button type="button" class="quiet" aria-label={label} onClick={act}>
      {text}
    </button>
  );
  return (
    <>
      {problem && <ProblemBox {...problem} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of what has the focus in it */}
      <div class="cards-view" onKeyDown={press}>
        {children}
      </div>
      <div class="below">
        {mayEdit && (
          <>
            {add && action(appTexts.newRecord, add)}
            {action(appTexts.undo, () => own.takeBack("undo"), appTexts.undoLast)}
            {action(appTexts.redo, () => own.takeBack("redo"), appTexts.redoLast)}
          </>
        )}
        {mayEdit && !view.isLocked && <OptionsOpener {...props} text={cardTexts.options} />}
        <Said counted={counted} said={own.said.value} unsaved={own.unsaved} />
      </div>
    </>
  );
}

type Opened = Pick<CardsFrameProps, "tableId" | "view" | "fields" | "options" | "onSchema">;

const OptionsOpener = ({ tableId, view, fields, options, onSchema, text }: Opened & { text: string }) => (
  <Opener text={text}>
    {(close) => <OptionsDialog {...{ tableId, view, fields, options, onSchema, close }} />}
  </Opener>
);

/** In place of a view that lacks a field: what it needs, and a way to choose it. */
export const FieldsMissing = ({
  hint,
  mayChange,
  ...opened
}: Opened & { hint: string; mayChange: boolean }) => (
  <div class="hint">
    <p>{hint}</p>
    {mayChange ? (
      <OptionsOpener {...opened} text={cardTexts.chooseFields} />
    ) : (
      <p class="note">{cardTexts.chosenByEditors}</p>
    )}
  </div>
);
