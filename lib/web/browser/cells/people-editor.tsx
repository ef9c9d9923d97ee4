/* The members of the base. */
import { callApi } from "../call.ts";
import type { EditorProps } from "./editor-props.ts";
import { ReferenceEditor } from "./reference-editor.tsx";

interface Members {
  collaborators: { userId: string; userName: string }[];
}

const perPage = 20;

export const PeopleEditor = (props: EditorProps) => (
  <ReferenceEditor
    {...props}
    find={async (text, next = "0") => {
      const asked = { type: "user", take: `${perPage}`, skip: next, ...(text && { search: text }) };
      const query = new URLSearchParams(asked);
      const { collaborators } = await callApi<Members>("GET", `/base/${props.baseId}/collaborators?${query}`);
      return {
        options: collaborators.map(({ userId, userName }) => ({ id: userId, text: userName })),
        next: collaborators.length < perPage ? undefined : `${Number(next) + perPage}`,
      };
    }}
  />
);
