/* Dialogs that few open: they are loaded when they are first shown. */
import { showLate } from "../late.tsx";

export const BackupDialog = showLate(async () => (await import("../import/backup-dialog.tsx")).BackupOfBase);
export const MoveDialog = showLate(async () => (await import("./move-dialog.tsx")).MoveToSpace);
export const NewBaseDialog = showLate(
  async () => (await import("../templates/new-base-dialog.tsx")).NewBaseForm,
);
export const PeopleDialog = showLate(async () => (await import("./people-dialog.tsx")).PeopleDialog);
export const TrashDialog = showLate(async () => (await import("./trash-dialog.tsx")).TrashDialog);
export const SignOutDialog = showLate(
  async () => (await import("../kept/sign-out-dialog.tsx")).SignOutDialog,
);
