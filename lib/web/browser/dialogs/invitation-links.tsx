/* Invitation links of a space or base: who has one can join. They are made, copied and ended here. */
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { Role } from "#lib/schemas/basics/role";
import type { InvitationLink } from "#lib/schemas/identity/invitation";
import { callApi, describeProblem } from "../call.ts";
import { Loaded } from "../loaded.tsx";
import { appTexts } from "../texts.ts";
import { RoleSelect } from "./role-select.tsx";

interface InvitationLinksProps {
  /** The path of the space or base in the interface. */
  path: string;
  /** Of the person who looks. */
  role: Role;
}

export function InvitationLinks({ path, role }: InvitationLinksProps) {
  const said = useSignal({ text: "", isWrong: false });
  const chosen = useSignal<Role>("editor");
  const id = useId();
  const links = `${path}/invitation/link`;
  async function act(does: () => Promise<unknown>, text = "") {
    said.value = { text: "", isWrong: false };
    try {
      await does();
      said.value = { text, isWrong: false };
    } catch (error) {
      said.value = { text: describeProblem(error), isWrong: true };
    }
  }
  return (
    <section>
      <h3>{appTexts.links}</h3>
      <p class="note">{appTexts.linksHint}</p>
      <Loaded of={links} load={() => callApi<InvitationLink[]>("GET", links)}>
        {(known, reload) => (
          <>
            <ul class="rows">
              {known.map(({ invitationId, inviteUrl, role }) => (
                <li key={invitationId}>
                  <input
                    type="text"
                    class="who"
                    readOnly
                    aria-label={appTexts.linkFor(appTexts.roles[role])}
                    value={inviteUrl}
                    onFocus={({ currentTarget }) => currentTarget.select()}
                  />
                  <span class="note">{appTexts.roles[role]}</span>
                  <button
                    type="button"
                    class="quiet"
                    onClick={() =>
                      void act(() => navigator.clipboard.writeText(inviteUrl), appTexts.linkCopied)
                    }
                  >
                    {appTexts.copyLink}
                  </button>
                  <button
                    type="button"
                    class="quiet"
                    onClick={() =>
                      void act(async () => {
                        await callApi("DELETE", `${links}/${invitationId}`);
                        await reload();
                      }, appTexts.linkEnded)
                    }
                  >
                    {appTexts.endLink}
                  </button>
                </li>
              ))}
            </ul>
            <div class="row">
              <label for={id}>{appTexts.roleOfLink}</label>
              <RoleSelect id={id} most={role} value={chosen.value} choose={(role) => (chosen.value = role)} />
              <button
                type="button"
                class="quiet"
                onClick={() =>
                  void act(async () => {
                    await callApi("POST", links, { role: chosen.value });
                    await reload();
                  })
                }
              >
                {appTexts.makeLink}
              </button>
            </div>
          </>
        )}
      </Loaded>
      <p class={said.value.isWrong ? "wrong" : "note"} role="status">
        {said.value.text}
      </p>
    </section>
  );
}
