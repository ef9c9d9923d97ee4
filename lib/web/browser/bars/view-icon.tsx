/* A sign for each type of view. */
import type { ViewTypeName } from "#lib/schemas/tables/view";
import { Sign } from "../icon.tsx";

const paths: Record<ViewTypeName, string> = {
  grid: "M1 2h14v12H1zm0 4h14M1 10h14M6 2v12",
  kanban: "M1 2h4v12H1zm5 0h4v8H6zm5 0h4v5h-4z",
  gallery: "M1 2h6v5H1zm8 0h6v5H9zM1 9h6v5H1zm8 0h6v5H9z",
  calendar: "M1 3h14v11H1zm0 4h14M5 1v4m6-4v4",
  form: "M2 1h12v14H2zm3 4h6M5 8h6m-6 3h3",
  plugin: "M6 1v4M10 1v4M3 5h10v3a5 5 0 0 1-10 0zm5 8v2",
};

export const ViewIcon = ({ type }: { type: ViewTypeName }) => <Sign path={paths[type]} />;
