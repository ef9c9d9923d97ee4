/* A kanban: the records of a view in stacks, one for each value of a field. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import type { DrawnViewProps } from "../bars/drawn-view-props.ts";
import { usePeople } from "../bars/people.ts";
import { callApi, describeProblem } from "../call.ts";
import { CardList } from "../cards/card-list.tsx";
import { fieldOfOption, fieldsAsked, heightOfCard, shapeOf } from "../cards/card-shape.ts";
import { CardsFrame, type CardsProblem, FieldsMissing } from "../cards/cards-frame.tsx";
import { beginDrag } from "../cards/drag.ts";
import { doOneAtATime } from "../cards/one-at-a-time.ts";
import { type AskedOption, coverOptions } from "../cards/options-dialog.tsx";
import { Tile, titleOf } from "../cards/tile.tsx";
import { useEdits } from "../cards/use-edits.ts";
import { useHeard } from "../cards/use-heard.ts";
import { seenOf } from "../cells/field-options.ts";
import { Opener } from "../dialogs/opener.tsx";
import type { GridRow } from "../grid/answers.ts";
import { isNewId } from "../grid/edits.ts";
import { isEditable } from "../grid/lines.ts";
import { isEditor } from "../roles.ts";
import { appTexts } from "../texts.ts";
import { BoardRows } from "./board-rows.ts";
import { type DropTarget, findDropTarget, markTarget } from "./drop-target.ts";
import { useFolded } from "./folded.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { StackColumn } from "./stack-column.tsx";
import type { StackPlace } from "./stack-rows.ts";
import {
  countByStack,
  groupsIn,
  isStackable,
  type Stack,
  type StackCount,
  stackKeyOf,
  stacksOf,
} from "./stacks.ts";
import { kanbanTexts } from "./texts.ts";

const options: readonly AskedOption[] = [
  { name: "stackFieldId", text: kanbanTexts.stackField, fits: isStackable, isNeeded: true },
  ...coverOptions,
  { name: "isEmptyStackHidden", text: kanbanTexts.isEmptyStackHidden },
];

export function KanbanView(props: DrawnViewProps) {
  const { role, table, view, fields, around } = props;
  const field = fieldOfOption(view, "stackFieldId", fields.filter(isStackable));
  if (!field)
    return (
      <FieldsMissing
        {...{ view, fields, options }}
        tableId={table.id}
        onSchema={around.onSchema}
        hint={kanbanTexts.noStackField}
        mayChange={isEditor(role) && !view.isLocked}
      />
    );
  const Shown = field.type === "user" ? BoardOfPeople : Board;
  return <Shown key={field.id} {...props} field={field} people={[]} />;
}

interface BoardProps extends DrawnViewProps {
  /** Whose values the stacks are. */
  field: Field;
  people: readonly { id: string; name: string }[];
}

const BoardOfPeople = (props: BoardProps) => <Board {...props} people={usePeople(props.baseId)} />;

/** How many stacks are shown before the others are asked for. */
const stacksAtOnce = 60;

function Board({ role, table, view, fields, query, around, field, people }: BoardProps) {
  const { feed, openRecord, onRows, onSchema } = around;
  const { which, order } = query;
  const mayEdit = isEditor(role);
  const mayMove = mayEdit && isEditable(field);
  // rows have an order of their own only in a view that has no other, and takes changes
  const hasOrder =
    mayMove && !view.isLocked && order === "" && (view.sort?.manualSort ?? !view.sort?.sortObjs.length);
  const problem = useSignal<CardsProblem | undefined>(undefined);
  const version = useSignal(0);
  version.value;
  const groups = useSignal<readonly StackCount[] | undefined>(undefined);
  const focusOn = useSignal<string | undefined>(undefined);
  const shownStacks = useSignal(stacksAtOnce);
  const [folded, fold] = useFolded(view.id);
  const pending = useMemo(() => new Set<string>(), []);
  const shape = useMemo(() => {
    const { lines, ...rest } = shapeOf(view, fields);
    return { ...rest, lines: lines.filter(({ id }) => id !== field.id) };
  }, [view, fields, field]);
  const cells = fieldsAsked(shape, field);
  const { board, recount } = useMemo(() => {
    const board = new BoardRows({
      ...{ tableId: table.id, query: { which, order }, fieldIds: cells },
      onChange: () => version.value++,
      onProblem: (error, retry) => fail(error, retry),
    });
    function fail(error: unknown, retry: () => void) {
      const again = () => {
        problem.value = undefined;
        retry();
      };
      problem.value = { text: describeProblem(error), retry: again };
    }
    const groupBy = JSON.stringify([{ fieldId: field.id, order: "asc" }]);
    const path = `/table/${table.id}/aggregation/group-points?${which}&${new URLSearchParams({ groupBy })}`;
    const recount = doOneAtATime(async () => {
      try {
        groups.value = groupsIn(await callApi("GET", path));
        board.setCounts(countByStack(groups.value));
      } catch (error) {
        groups.value ??= [];
        fail(error, recount);
      }
    });
    return { board, recount };
  }, [table.id, which, order, cells.join()]);
  useEffect(recount, [board]);
  const reload = () => {
    for (const rows of board.all) rows.window.reload();
    recount();
  };
  const own = useEdits(table.id, {
    ...{ reload, onSchema },
    onSaved(row) {
      if (pending.has(row.id) && own.edits.at(row.id, field.id) === undefined) {
        pending.delete(row.id);
        for (const rows of board.all) rows.keep(row.id);
        recount();
      }
      for (const rows of board.all) rows.window.replaceRow(row);
    },
    onMade(newId, row) {
      const shown = board.all.filter(({ window }) => window.setMade(newId, row));
      for (const { window } of shown) window.reload();
      if (shown.length > 0) recount();
    },
    onRefused() {
      for (const id of pending) {
        if (own.edits.at(id, field.id)?.state !== "refused") continue;
        pending.delete(id);
        for (const rows of board.all) rows.putBack(id);
      }
    },
  });
  own.version.value;
  useHeard(feed, { view, query, placedBy: [field.id] }, (changed) => {
    for (const rows of board.all) rows.window.refresh(changed);
    if (changed.hasMoved) recount();
  });
  const { paintedOf } = own;
  const nameOf = (row: GridRow) => titleOf(row, shape.title, paintedOf);
  const all = useMemo(
    () => (groups.value ? stacksOf(field, groups.value, people) : []),
    [field, groups.value, people],
  );
  // each time, because a stack may be looked at from now on
  useEffect(() => {
    const added = own.edits.newRows();
    for (const { key } of all)
      board
        .find(key)
        ?.window.setAdded(
          added.filter(({ id }) => stackKeyOf(own.edits.at(id, field.id)?.value ?? null) === key),
        );
  });
  const isEmptyHidden = view.options?.["isEmptyStackHidden"] === true;
  const withRecords = all.filter(({ key }) => !isEmptyHidden || board.countOf(key) > 0);
  const stacks = withRecords.slice(0, shownStacks.value);

  /** Moves a card; without a place it goes where the order of the view has it. */
  function move(row: GridRow, from: Stack, to: Stack, place: StackPlace): void {
    const isSame = from.key === to.key;
    if (!mayMove || (isSame && !hasOrder)) {
      own.said.value = mayMove ? kanbanTexts.isSorted : kanbanTexts.notMovable;
      return;
    }
    if (place?.anchorId === row.id || (isSame && !place)) return;
    // one that is not stored yet is where its cell says
    if (isNewId(own.edits.idOf(row.id))) {
      own.edits.set(row.id, field.id, to.value);
      return;
    }
    pending.add(row.id);
    const moved = { ...row, fields: { ...row.fields, [field.id]: to.value ?? undefined } };
    for (const { key } of isSame ? [] : all) if (key !== to.key) board.find(key)?.takeOut(row);
    board.find(to.key)?.putIn(moved, place);
    own.edits.set(row.id, field.id, to.value, {
      seen: seenOf(field, row.fields[field.id]),
      ...(hasOrder && place && { place: { viewId: view.id, ...place } }),
    });
    own.said.value = isSame
      ? kanbanTexts.movedInStack(nameOf(row), (board.find(to.key)?.indexOf(row.id) ?? 0) + 1)
      : kanbanTexts.moved(nameOf(row), to.text);
  }
  /** The place in a stack before the card that is at an index now, or after its last one. */
  function placeAt(stack: Stack, index: number): StackPlace {
    const rows = board.find(stack.key);
    const [at, last] = [rows?.at(index), rows?.at((rows?.count ?? 0) - 1)];
    if (at) return { anchorId: at.id, position: "before" };
    return last && { anchorId: last.id, position: "after" };
  }
  function drag(event: PointerEvent, element: HTMLElement, row: GridRow, from: Stack) {
    if (!mayMove) return;
    let target: DropTarget | undefined;
    beginDrag(event, element, {
      over(x, y) {
        target = findDropTarget(x, y);
        markTarget(target);
      },
      drop(x, y) {
        target = findDropTarget(x, y);
        const to = all.find(({ key }) => key === target?.key);
        if (!to || !target) return;
        const place = target.place ?? placeAt(to, target.isHead ? 0 : Number.MAX_SAFE_INTEGER);
        move(row, from, to, place);
      },
      end: () => markTarget(undefined),
    });
  }
  /** Arrows to the side lead to the next stack with cards; with Ctrl all arrows move the card. */
  function press(event: KeyboardEvent, index: number, from: Stack): boolean {
    const { key, altKey, shiftKey } = event;
    const row = board.find(from.key)?.at(index);
    if (altKey || shiftKey || !row || !key.startsWith("Arrow")) return false;
    const isMove = event.ctrlKey || event.metaKey;
    if (key === "ArrowUp" || key === "ArrowDown") {
      if (!isMove) return false;
      const anchor = board.find(from.key)?.at(key === "ArrowUp" ? index - 1 : index + 1);
      const position = key === "ArrowUp" ? "before" : "after";
      if (anchor || !hasOrder) move(row, from, from, anchor && { anchorId: anchor.id, position });
      focusOn.value = row.id;
      return true;
    }
    const isRightToLeft =
      event.target instanceof Element && getComputedStyle(event.target).direction === "rtl";
    const step = (key === "ArrowRight") === isRightToLeft ? -1 : 1;
    const open = stacks.filter((stack) => !folded.value.has(stack.key));
    const at = open.findIndex((stack) => stack.key === from.key);
    if (isMove) {
      const to = open[at + step];
      if (!to) return true;
      move(row, from, to, placeAt(to, index));
      focusOn.value = row.id;
      return true;
    }
    for (let next = open[at + step], i = at + step; next; i += step, next = open[i]) {
      const rows = board.find(next.key);
      const near = rows?.at(Math.min(index, rows.count - 1));
      if (!near) continue;
      focusOn.value = near.id;
      break;
    }
    return true;
  }
  const add = (stack: Stack) => () =>
    own.add(stack.value === null ? {} : { [field.id]: stack.value }, () => {
      board.find(stack.key)?.window.reload();
      recount();
    });
  const card = (row: GridRow, isActive: boolean, stack: Stack) => {
    const edit = own.edits.at(row.id, field.id);
    return (
      <Tile
        {...{ row, shape, paintedOf, isActive, feed }}
        open={(recordId) => {
          const rows = board.find(stack.key);
          if (rows) onRows(rows.window);
          openRecord(recordId);
        }}
        press={(event, element) => drag(event, element, row, stack)}
      >
        {edit?.state === "refused" && (
          <button
            type="button"
            class="quiet refused"
            aria-label={kanbanTexts.keepOld(edit.reason ?? "")}
            title={kanbanTexts.keepOld(edit.reason ?? "")}
            onClick={() => own.edits.giveUp(row.id, field.id)}
          >
            !
          </button>
        )}
        {mayMove && (
          <Opener text="…" label={kanbanTexts.moveOf(nameOf(row))}>
            {(close) => (
              <MoveDialog
                {...{ close, stacks: all, from: stack }}
                name={nameOf(row)}
                move={(to) => {
                  move(row, stack, to, placeAt(to, 0));
                  focusOn.value = row.id;
                }}
              />
            )}
          </Opener>
        )}
      </Tile>
    );
  };
  const records = groups.value?.reduce((sum, { count }) => sum + count, 0);
  const left = withRecords.length - stacks.length;
  return (
    <CardsFrame
      {...{ view, fields, own, mayEdit, options, onSchema }}
      tableId={table.id}
      problem={problem.value}
      counted={records === undefined ? appTexts.loading : appTexts.records(records)}
    >
      <div class="board">
        {stacks.map((stack) => (
          <StackColumn
            key={stack.key}
            stack={stack}
            count={board.countOf(stack.key)}
            isFolded={folded.value.has(stack.key)}
            fold={() => fold(stack.key)}
            add={mayMove ? add(stack) : undefined}
          >
            {() => (
              <CardList
                label={kanbanTexts.stackOf(stack.text, board.countOf(stack.key))}
                rows={board.open(stack)}
                cardHeight={heightOfCard(shape)}
                card={(row, isActive) => card(row, isActive, stack)}
                press={(event, index) => press(event, index, stack)}
                focusOn={focusOn}
              />
            )}
          </StackColumn>
        ))}
        {left > 0 && (
          <button type="button" class="quiet" onClick={() => (shownStacks.value += stacksAtOnce)}>
            {kanbanTexts.moreStacks(left)}
          </button>
        )}
      </div>
    </CardsFrame>
  );
}
