/* A colour of the fifty that choices, bars and buttons have. */
import { useId, useRef } from "preact/hooks";
import { colorNames, colorOf } from "../../cells/colors.ts";
import { Labelled } from "../inputs.tsx";

interface PaletteProps {
  value: string;
  change: (color: string) => void;
  /** What a screen reader calls the button that shows the colour. */
  label: string;
  members?: object;
}

/** "blueLight2" as words. */
export const wordsOf = (color: string): string =>
  color.replace(
    /([A-Z][a-z]+)(\d?)/,
    (_, shade: string, n: string) => ` ${shade.toLowerCase()}${n && ` ${n}`}`,
  );

const paint = (color: string) => (element: HTMLElement | null) => {
  if (element) element.style.backgroundColor = colorOf(color);
};

/** A button that shows the colour, and a list of all of them. */
export function Palette({ value, change, label, members = {} }: PaletteProps) {
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  function place() {
    if (!list.current?.matches(":popover-open") || !button.current) return;
    const { left, bottom } = button.current.getBoundingClientRect();
    const { offsetWidth, offsetHeight, style } = list.current;
    style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`;
    style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - offsetHeight - 8))}px`;
    list.current.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
  }
  function press(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 5, ArrowUp: -5 }[event.key];
    if (!step || !list.current) return;
    const all = [...list.current.querySelectorAll("button")];
    const any: readonly (Element | null)[] = all;
    all[any.indexOf(document.activeElement) + step]?.focus();
    event.preventDefault();
  }
  return (
    <>
      <button
        {...members}
        ref={(element) => {
          button.current = element;
          paint(value)(element);
        }}
        type="button"
        class="quiet swatch"
        aria-label={`${label}: ${wordsOf(value)}`}
        popovertarget={id}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between its buttons */}
      <div ref={list} id={id} popover="auto" class="menu palette" onToggle={place} onKeyDown={press}>
        {colorNames.map((color) => (
          <button
            key={color}
            ref={paint(color)}
            type="button"
            class="swatch"
            aria-label={wordsOf(color)}
            aria-pressed={color === value}
            onClick={() => {
              change(color);
              list.current?.hidePopover();
              button.current?.focus();
            }}
          />
        ))}
      </div>
    </>
  );
}

interface ColorInputProps extends Pick<PaletteProps, "value" | "change"> {
  path: string;
  text: string;
}

export const ColorInput = ({ path, text, value, change }: ColorInputProps) => (
  <Labelled path={path} text={text}>
    {(members) => <Palette members={members} label={text} value={value} change={change} />}
  </Labelled>
);
