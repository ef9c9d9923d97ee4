/* The frame of every page of the app: the way back, and what is at hand everywhere. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { GoTo } from "./go-to/go-to.tsx";
import { appTexts } from "./texts.ts";

export const Bar = () => (
  <header class="bar">
    <a class="brand" href="/app">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M1 2h4v3H1zm5 0h9v3H6zM1 6h4v3H1zm5 0h9v3H6zM1 10h4v4H1zm5 0h9v4H6z" />
      </svg>
      {appTexts.product}
    </a>
    <GoTo />
    <a href="/account">{appTexts.account}</a>
  </header>
);

interface TitleProps {
  text: string;
  /** Beside it: what can be done. */
  children?: ComponentChildren;
}

/** The title of a page, and of the window. It gets the focus, so that a screen reader says where the person is. */
export function Title({ text, children }: TitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${text} – ${appTexts.product}`;
  }, [text]);
  useEffect(() => {
    // only where nothing has the focus: someone may already be typing
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="title">
      <h1 ref={heading} tabIndex={-1}>
        {text}
      </h1>
      {children}
    </div>
  );
}
