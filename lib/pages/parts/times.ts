import { type Html, html } from "./html.ts";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

const minute = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** The day and minute of an ISO 8601 time, for example 5 March 2026 at 09:30 UTC. */
export const atMinute = (time: string): Html =>
  html`<time datetime="${time}">${minute.format(new Date(time))} UTC</time>`;

/** The day of an ISO 8601 time in UTC, for example 5 March 2026. */
export const onDay = (time: string): Html =>
  html`<time datetime="${time}">${day.format(new Date(time))}</time>`;
