import { type Html, html } from "./html.ts";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** The day of an ISO 8601 time in UTC, for example 5 March 2026. */
export const onDay = (time: string): Html =>
  html`<time datetime="${time}">${day.format(new Date(time))}</time>`;
