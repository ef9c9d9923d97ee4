import { type Html, html } from "./html.ts";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** A day as people write it. */
export const onDay = (time: string): Html =>
  html`<time datetime="${time}">${day.format(new Date(time))}</time>`;
