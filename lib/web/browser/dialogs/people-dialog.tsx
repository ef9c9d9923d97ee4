/* Who has a space or a base: members with their roles, invitations that wait, and a form that invites more by e-mail. */
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { Role } from "#lib/schemas/basics/role";
import type { Collaborator, CollaboratorPage } from "#lib/schemas/identity/collaborator";
import type { Invitation, InvitationPage } from "#lib/schemas/identity/invitation";
import { callApi, callPages, describeProblem } from "../call.ts";
import { Loaded } from "../loaded.tsx";
import { isBuilder, mayInvite } from "../roles.ts";
import { appTexts } from "../texts.ts";
import { AskButton } from "./ask-button.tsx";
import { InvitationLinks } from "./invitation-links.tsx";
import { ModalWithClose } from "./modal.tsx";
import { RoleSelect } from "./role-select.tsx";

interface PeopleDialogProps {
  name: string;
  /** The path of the space or base in the interface. */
  path: string;
  /** Of the person who looks. */
  role: Role;
  /** Whether this person may change the roles of others. */
  mayGrant: boolean;
  close: () => void;
}

export function PeopleDialog({ name, path, role, mayGrant, close }: PeopleDialogProps) {
  const load = async () => {
    const [members, invitations] = await Promise.all([
      callPages(`${path}/collaborators`, ({ collaborators }: CollaboratorPage) => collaborators),
      mayInvite(role)
        ? callPages(`${path}/invitation/email`, ({ invitations }: InvitationPage) => invitations)
        : [],
    ]);
    return { members, invitations };
  };
  return (
    <ModalWithClose title={appTexts.peopleOf(name)} close={close}>
      <Loaded of={path} load={load}>
        {({ members, invitations }, reload) => (
          <>
            {mayInvite(role) && <InviteForm path={path} role={role} invited={reload} />}
            <ul class="rows">
              {members.map((member) => (
                <Member
                  key={`${member.resourceType} ${member.userId}`}
                  {...{ member, path, role, mayGrant }}
                  changed={reload}
                />
              ))}
              {invitations.map((invitation) => (
                <Waiting key={invitation.invitationId} {...{ invitation, path }} changed={reload} />
              ))}
            </ul>
            {isBuilder(role) && <InvitationLinks path={path} role={role} />}
          </>
        )}
      </Loaded>
    </ModalWithClose>
  );
}

interface InviteFormProps {
  path: string;
  role: Role;
  invited: () => Promise<void>;
}

function InviteForm({ path, role, invited }: InviteFormProps) {
  const said = useSignal<{ text: string; isWrong: boolean }>({ text: "", isWrong: false });
  const isBusy = useSignal(false);
  const id = useId();
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy.value || !(form instanceof HTMLFormElement)) return;
    isBusy.value = true;
    const sent = new FormData(form);
    const emails = String(sent.get("emails"))
      .split(/[\s,;]+/)
      .filter(Boolean);
    try {
      await callApi("POST", `${path}/invitation/email`, { emails, role: sent.get("role") });
      form.reset();
      said.value = { text: appTexts.invited(emails.length), isWrong: false };
      await invited();
    } catch (error) {
      said.value = { text: describeProblem(error), isWrong: true };
    }
    isBusy.value = false;
  }
  return (
    <form onSubmit={submit}>
      <label for={`${id}-emails`}>{appTexts.inviteByMail}</label>
      <textarea
        id={`${id}-emails`}
        name="emails"
        required
        rows={2}
        aria-invalid={said.value.isWrong}
        aria-describedby={`${id}-said`}
      />
      <label for={`${id}-role`}>{appTexts.role}</label>
      <RoleSelect id={`${id}-role`} name="role" most={role} />
      <p id={`${id}-said`} class={said.value.isWrong ? "wrong" : "note"} aria-live="polite">
        {said.value.text}
      </p>
      <button type="submit" disabled={isBusy.value}>
        {appTexts.invite}
      </button>
    </form>
  );
}

interface MemberProps {
  member: Collaborator;
  path: string;
  role: Role;
  mayGrant: boolean;
  changed: () => Promise<void>;
}

/** A member. Members of a space are listed with its bases too, and are changed in the space. */
function Member({ member, path, role, mayGrant, changed }: MemberProps) {
  const problem = useSignal("");
  const { userId, userName, email } = member;
  const isOwn = path.startsWith(`/${member.resourceType}/`);
  async function change(act: () => Promise<unknown>) {
    problem.value = "";
    try {
      await act();
    } catch (error) {
      problem.value = describeProblem(error);
    }
    await changed();
  }
  return (
    <li>
      <span class="who">
        {userName}
        <span class="note">{email}</span>
      </span>
      {isOwn && mayGrant ? (
        <>
          <RoleSelect
            label={appTexts.roleOf(userName)}
            most={role}
            value={member.role}
            choose={(chosen) =>
              void change(() => callApi("PATCH", `${path}/collaborators`, { userId, role: chosen }))
            }
          />
          <AskButton
            text={appTexts.remove}
            label={appTexts.removeOf(userName)}
            question={appTexts.removeQuestion(userName)}
            act={() => void change(() => callApi("DELETE", `${path}/collaborators?userId=${userId}`))}
          />
        </>
      ) : (
        <span class="note">
          {appTexts.roles[member.role]}
          {!isOwn && ` ${appTexts.ofSpace}`}
        </span>
      )}
      {problem.value && (
        <p class="wrong" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

interface WaitingProps {
  invitation: Invitation;
  path: string;
  changed: () => Promise<void>;
}

/** An invitation that was not accepted yet. */
function Waiting({ invitation: { invitationId, email, role }, path, changed }: WaitingProps) {
  const problem = useSignal("");
  async function cancel() {
    try {
      await callApi("DELETE", `${path}/invitation/email/${invitationId}`);
      await changed();
    } catch (error) {
      problem.value = describeProblem(error);
    }
  }
  return (
    <li>
      <span class="who">
        {email}
        <span class="note">{appTexts.waiting(appTexts.roles[role])}</span>
      </span>
      <button
        type="button"
        class="quiet"
        aria-label={appTexts.cancelInvitationOf(email)}
        onClick={() => void cancel()}
      >
        {appTexts.cancelInvitation}
      </button>
      {problem.value && (
        <p class="wrong" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}
