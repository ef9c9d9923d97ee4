import { html } from "#lib/pages/parts/html";
import { onDay } from "#lib/pages/parts/times";

export interface ShownSession {
  id: string;
  browser?: string;
  network?: string;
  /** ISO 8601. */
  createdTime: string;
  lastUsedTime: string | undefined;
  isThis: boolean;
}

/** The sessions of the user, with forms that end one, or all but this one. */
export const sessionList = (
  sessions: ShownSession[],
) => html`<p>Each is a browser or program in which you are signed in. It ends 30 days after you signed in.</p>
<ul class="rows">${sessions.map(sessionRow)}</ul>
${
  sessions.length > 1 &&
  html`<form method="post" action="/account/sessions"><button type="submit" class="quiet">Sign out everywhere else</button></form>`
}`;

const sessionRow = ({
  id,
  browser = "A browser or program",
  network,
  createdTime,
  lastUsedTime,
  isThis,
}: ShownSession) => html`<li>
<h3><bdi>${browser}</bdi>${isThis && html` <span class="hint">this one</span>`}</h3>
<dl id="session-${id}">
<dt>Signed in</dt><dd>${onDay(createdTime)}</dd>
${lastUsedTime !== undefined && html`<dt>Last used</dt><dd>${onDay(lastUsedTime)}</dd>`}
${network !== undefined && html`<dt>From</dt><dd>${network}</dd>`}
</dl>
${
  !isThis &&
  html`<form method="post" action="/account/sessions"><input type="hidden" name="session" value="${id}"><button type="submit" class="danger" aria-describedby="session-${id}">End the session of <bdi>${browser}</bdi></button></form>`
}
</li>`;
