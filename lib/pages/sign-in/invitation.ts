import { hidden } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import type { Role } from "#lib/schemas/basics/role";
import type { Acceptance } from "#lib/schemas/identity/invitation";

interface Shown {
  /** What the link holds. */
  sent: Acceptance;
  /** The name of the space or base. */
  place: string;
  role: Role;
  /** The e-mail address of the signed-in user. */
  as: string;
  isMember: boolean;
}

/** The link alone changes nothing, only this button does: programs that preview messages open links. */
export const invitationPage = ({ sent, place, role, as, isMember }: Shown) =>
  layout({
    title: `Join ${place}`,
    unlisted: true,
    body: html`<p>You are invited to <strong>${place}</strong> with the role <strong>${role}</strong>.</p>
${isMember && html`<p>You are a member already. You keep your role if it is higher.</p>`}
<form method="post" action="/invitation" class="alone">
${hidden("invitationId", sent.invitationId)}
${hidden("invitationCode", sent.invitationCode)}
<button type="submit">Join</button>
</form>
<p class="note">You are signed in as <strong>${as}</strong>. To join with another account, <a href="/account">sign out</a> first.</p>
<p class="note">You do not want to join? Close this page, and nothing happens.</p>`,
  });

/** Shown after the user joined. */
export const joinedPage = () =>
  layout({
    title: "You have joined",
    unlisted: true,
    body: html`<p role="status">You are a member now.</p>
<p><a class="button" href="/app">Your tables</a></p>`,
  });
