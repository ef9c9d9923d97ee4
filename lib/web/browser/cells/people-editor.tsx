/* The members of the base. */
import { callApi } from "../call.ts";
import type { EditorProps } from "./editor-props.ts";
import { ReferenceEditor } from "./reference-editor.tsx";

interface Members {
  collaborators: { userId: string; userName: string }[];
}

export const PeopleEditor = (props: EditorProps) => (
  <ReferenceEditor
    {...props}
    find={async (text) => {
      const query = new URLSearchParams({ type: "user", take: "20", ...(text && { search: text }) });
      const { collaborators } = await callApi<Members>("GET", `/base/${props.baseId}/collaborators?${query}`);
      return collaborators.map(({ userId, userName }) => ({ id: userId, text: userName }));
    }}
  />
);
