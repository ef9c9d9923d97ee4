/* Dialogs that few open: they are loaded when they are first shown. */
import { showLate } from "../late.tsx";

export const PeopleDialog = showLate(async () => (await import("./people-dialog.tsx")).PeopleDialog);
export const TrashDialog = showLate(async () => (await import("./trash-dialog.tsx")).TrashDialog);
