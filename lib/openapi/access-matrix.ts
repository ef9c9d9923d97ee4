/*
 * The permissions of every endpoint, on one page for reviewers. It is written by hand, and no endpoint reads it:
 * test/access-matrix.test.ts compares it with the definitions and roles, and calls every endpoint with every kind of caller.
 * Build time only, never bundled.
 *
 *   opened by   token      an access token of a user or an application; with a space or base in path or body, also a role there
 *               session    a signed-in user; except for GET, from a page of this service. Tokens cannot call it
 *               either     any token, or a signed-in user
 *               everybody  everyone; credentials are ignored. Below /share: everyone with the address and password of the share
 *               visitor    the same, but a session is recognized; except for GET, from a page of this service only; with `programs`,
 *                         only where a session is sent
 *   scope       the scope that the token needs; any: no particular one; after a +: a scope that only some requests need
 *   asked at    where a role is needed: base or space; own: no role, because it is about the caller's own things;
 *               admin: no role, but the caller must be an administrator
 *   at least    the lowest role that is sufficient
 *   apps        whether an application may have the scope
 */

import { type Role, roles } from "#lib/schemas/basics/role";
import type { Scope } from "#lib/schemas/identity/scopes";

const matrix = `
operation                  opened by  scope                           asked at  at least   apps
space
  listSpaces               token      space|read                      own       -          no
  createSpace              token      space|create                    own       -          no
  getSpace                 token      space|read                      space     viewer     no
  updateSpace              token      space|update                    space     owner      no
  deleteSpace              token      space|delete                    space     owner      no
  deleteSpacePermanently   token      space|delete                    space     owner      no
  listSpaceBases           token      base|read                       space     viewer     no
  listSpaceCollaborators   token      space|read                      space     viewer     no
  updateSpaceCollaborator  token      space|read+space|grant_role     space     viewer     no
  removeSpaceCollaborator  token      space|read+space|grant_role     space     viewer     no
  listSpaceInvitations     token      space|invite_email              space     editor     no
  inviteToSpace            token      space|invite_email              space     editor     no
  cancelSpaceInvitation    token      space|invite_email              space     editor     no
  addSpaceCollaborators    token      space|invite_email              space     editor     no
  listSpaceLinks           token      space|invite_link               space     creator    no
  createSpaceLink          token      space|invite_link               space     creator    no
  updateSpaceLink          token      space|invite_link               space     creator    no
  deleteSpaceLink          token      space|invite_link               space     creator    no
  importBase               token      base|create                     space     creator    no
  importBaseFile           token      base|create                     space     creator    no
base
  listBases                token      base|read                       own       -          no
  createBase               token      base|create                     space     creator    no
  getBase                  token      base|read                       base      viewer     no
  updateBase               token      base|update                     base      creator    no
  deleteBase               token      base|delete                     base      creator    no
  deleteBasePermanently    token      space|delete+base|delete        base      owner      no
  getBasePermission        token      base|read                       base      viewer     no
  listBaseCollaborators    token      base|read                       base      viewer     no
  updateBaseCollaborator   token      base|read+base|update           base      viewer     no
  removeBaseCollaborator   token      base|read+base|update           base      viewer     no
  listBaseInvitations      token      base|invite_email               base      editor     no
  inviteToBase             token      base|invite_email               base      editor     no
  cancelBaseInvitation     token      base|invite_email               base      editor     no
  addBaseCollaborators     token      base|invite_email               base      editor     no
  listBaseLinks            token      base|invite_link                base      creator    no
  createBaseLink           token      base|invite_link                base      creator    no
  updateBaseLink           token      base|invite_link                base      creator    no
  deleteBaseLink           token      base|invite_link                base      creator    no
  listBaseUsers            token      record|read                     base      viewer     yes
  listSharedBases          token      base|read                       own       -          no
  orderBase                token      base|update                     base      creator    no
  moveBase                 token      base|update+base|create         base      creator    no
  duplicateBase            token      base|create+base|table_export   space     creator    no
  exportBase               token      base|table_export+record|read   base      viewer     no
  getBaseExport            token      base|table_export+record|read   base      viewer     no
invitation
  acceptInvitationLink     either     any                             own       -          yes
  showInvitation           session    -                               own       -          -
  submitInvitation         session    -                               own       -          -
table
  listTables               token      table|read                      base      viewer     yes
  createTable              token      table|create+view|share         base      creator    yes
  duplicateTable           token      table|create+record|read        base      creator    yes
  getBaseSchema            token      table|read+field|read           base      viewer     yes
  getBaseOpenapi           token      table|read+field|read           base      viewer     yes
  getBaseTypes             token      table|read+field|read           base      viewer     yes
  getTable                 token      table|read                      base      viewer     yes
  getDefaultViewId         token      table|read                      base      viewer     yes
  renameTable              token      table|update                    base      creator    yes
  describeTable            token      table|update                    base      creator    yes
  setTableIcon             token      table|update                    base      creator    yes
  setDbTableName           token      table|update                    base      creator    yes
  getTablePermission       token      table|read                      base      viewer     yes
  orderTable               token      table|update                    base      creator    yes
  deleteTable              token      table|delete                    base      creator    yes
  deleteTablePermanently   token      table|delete                    base      creator    yes
csv
  previewImport            token      table|import                    base      creator    yes
  importTable              token      table|import                    base      creator    yes
  importRecords            token      table|import                    base      creator    yes
  exportTable              token      table|export                    base      viewer     yes
  exportView               token      table|export                    base      viewer     yes
  startBaseExport          token      base|table_export+record|read   base      viewer     no
  analyzeImport            token      table|import                    own       -          yes
  importSheets             token      table|import                    base      creator    yes
  insertImport             token      table|import                    base      creator    yes
field
  listAiModels             token      base|read                       own       -          no
  autoFillField            token      record|update+field|read        base      editor     yes
  autoFillCell             token      record|update+field|read        base      editor     yes
  stopFill                 token      record|update+field|read        base      editor     yes
  listFillTasks            token      field|read                      base      viewer     yes
  listFields               token      field|read                      base      viewer     yes
  getField                 token      field|read                      base      viewer     yes
  listFieldFilterLinks     token      record|read                     base      viewer     yes
  createField              token      field|create                    base      creator    yes
  updateField              token      field|update                    base      creator    yes
  duplicateField           token      field|create                    base      creator    yes
  convertField             token      field|update                    base      creator    yes
  previewConversion        token      field|update+record|read        base      creator    yes
  deleteField              token      field|delete                    base      creator    yes
  deleteFields             token      field|delete                    base      creator    yes
  getBaseGraph             token      field|read                      base      viewer     yes
index
  listIndexes              token      table|read                      base      viewer     yes
  declareIndex             token      field|update                    base      creator    yes
  undeclareIndex           token      field|update                    base      creator    yes
view
  listViews                token      view|read                       base      viewer     yes
  createView               token      view|create+view|share          base      editor     yes
  getView                  token      view|read                       base      viewer     yes
  listViewFilterLinks      token      record|read                     base      viewer     yes
  duplicateView            token      view|create+view|read           base      editor     yes
  renameView               token      view|update                     base      editor     yes
  describeView             token      view|update                     base      editor     yes
  orderView                token      view|update                     base      editor     yes
  filterView               token      view|update                     base      editor     yes
  sortView                 token      view|update                     base      editor     yes
  groupView                token      view|update                     base      editor     yes
  orderRows                token      view|update                     base      editor     yes
  sortRows                 token      view|update                     base      editor     yes
  updateViewOptions        token      view|update                     base      editor     yes
  updateViewColumns        token      view|update                     base      editor     yes
  lockView                 token      view|update                     base      editor     yes
  deleteView               token      view|delete                     base      editor     yes
  updateShareMeta          token      view|share                      base      editor     no
  enableShare              token      view|share                      base      editor     no
  refreshShareId           token      view|share                      base      editor     no
  disableShare             token      view|share                      base      editor     no
record
  listRecords              token      record|read                     base      viewer     yes
  countRecords             token      record|read                     base      viewer     yes
  listRecordsByBody        token      record|read                     base      viewer     yes
  getRecord                token      record|read                     base      viewer     yes
  createRecords            token      record|create                   base      editor     yes
  updateRecord             token      record|update                   base      editor     yes
  getRecordStatus          token      table|read                      base      viewer     yes
  uploadAttachment         token      record|update                   base      editor     yes
  duplicateRecord          token      record|create+record|read       base      editor     yes
  clickButton              token      record|update                   base      editor     yes
  resetButton              token      record|update                   base      editor     yes
  updateRecords            token      record|update+record|create     base      editor     yes
  updateRecordsWhere       token      record|update+record|read       base      editor     yes
  deleteRecordsWhere       token      record|delete+record|read       base      editor     yes
  undoOperation            token      record|update                   base      editor     yes
  redoOperation            token      record|update                   base      editor     yes
  deleteRecord             token      record|delete                   base      editor     yes
  deleteRecords            token      record|delete                   base      editor     yes
  deleteListedRecords      token      record|delete                   base      editor     yes
  listRecordHistory        token      record|update                   base      editor     yes
  listTableHistory         token      table_record_history|read       base      editor     no
  saveQuery                token      record|read                     own       -          yes
selection
  getSelectedIds           token      record|read                     base      viewer     yes
  copyCells                token      record|read                     base      viewer     yes
  pasteCells               token      record|update                   base      editor     yes
  previewPaste             token      record|read                     base      viewer     yes
  clearCells               token      record|update                   base      editor     yes
  deleteSelectedRecords    token      record|delete                   base      editor     yes
aggregation
  aggregateRecords         token      record|read                     base      viewer     yes
  queryBase                token      record|read                     base      viewer     yes
  listGroupPoints          token      record|read                     base      viewer     yes
  countSearchHits          token      record|read                     base      viewer     yes
  listSearchHits           token      record|read                     base      viewer     yes
  listCalendarDays         token      record|read                     base      viewer     yes
comment
  listComments             token      record|read                     base      viewer     yes
  getComment               token      record|read                     base      viewer     yes
  createComment            token      record|comment                  base      commenter  yes
  updateComment            token      record|comment                  base      commenter  yes
  deleteComment            token      record|comment                  base      commenter  yes
  setReaction              token      record|comment                  base      commenter  yes
  addReaction              token      record|comment                  base      commenter  yes
  removeReaction           token      record|comment                  base      commenter  yes
  countComments            token      view|read                       base      viewer     yes
  countTableComments       token      view|read                       base      viewer     yes
  getSubscription          token      record|read                     base      viewer     yes
  subscribeToRecord        token      record|read                     base      viewer     yes
  unsubscribeFromRecord    token      record|read                     base      viewer     yes
trash
  listTrash                token      table|trash_read                base      editor     no
  listTrashItems           token      table|trash_read                base      editor     no
  restoreTrashItem         token      table|trash_update+table|create base      editor     no
  resetTrashItems          token      table|trash_reset               base      creator    no
attachment
  announceAttachment       token      record|create                   own       -          yes
  uploadFile               token      record|create                   own       -          yes
  uploadFileByPost         token      record|create                   own       -          yes
  completeAttachment       token      record|create                   own       -          yes
  getAttachment            token      record|read                     own       -          yes
job
  getBaseJob               token      base|read                       base      viewer     no
  getTableJob              token      table|read                      base      viewer     yes
  getRefusedLines          token      table|read+record|read          base      viewer     yes
webhook
  listWebhooks             token      base|update                     base      creator    no
  createWebhook            token      base|update                     base      creator    no
  getWebhook               token      base|update                     base      creator    no
  updateWebhook            token      base|update                     base      creator    no
  deleteWebhook            token      base|update                     base      creator    no
  rotateWebhookSecret      token      base|update                     base      creator    no
  sendTestEvent            token      base|update                     base      creator    no
  listDeliveries           token      base|update                     base      creator    no
  resendDelivery           token      base|update                     base      creator    no
change
  listChanges              token      record|read                     base      viewer     yes
socket
  createTicket             token      any                             own       -          yes
plugin
  listPlugins              token      plugin|read                     own       -          yes
  createPlugin             token      plugin|create                   own       -          no
  getPlugin                token      plugin|read                     own       -          yes
  updatePlugin             token      plugin|update                   own       -          no
  deletePlugin             token      plugin|delete                   own       -          no
  regeneratePluginSecret   token      plugin|update                   own       -          no
  submitPlugin             token      plugin|update                   own       -          no
  unpublishPlugin          token      plugin|update                   own       -          no
  listPluginCenter         token      plugin|read                     own       -          yes
  listSubmittedPlugins     token      plugin|read                     admin     -          yes
  publishPlugin            token      plugin|update                   admin     -          no
  turnPluginDown           token      plugin|update                   admin     -          no
notification
  listNotifications        token      notification|read               own       -          yes
  setNotificationStatus    token      notification|update             own       -          yes
  readAllNotifications     token      notification|update             own       -          yes
  countUnreadNotifications token      notification|read               own       -          yes
  showPlace                session    -                               own       -          -
oauth
  createClient             token      oauth_client|create             own       -          no
  updateClient             token      oauth_client|update             own       -          no
  getClient                token      oauth_client|read               own       -          no
  listClients              token      oauth_client|read               own       -          no
  deleteClient             token      oauth_client|delete             own       -          no
  createClientSecret       token      oauth_client|update             own       -          no
  deleteClientSecret       token      oauth_client|update             own       -          no
  revokeClientAccess       token      oauth_client|update             own       -          no
  listAuthorizedClients    token      oauth_client|read               own       -          no
  revokeAuthorization      token      oauth_client|update             own       -          no
  revokeOwnToken           token      any                             own       -          yes
  authorize                visitor    -                               -         -          -
  getDecision              session    -                               own       -          -
  showDecision             session    -                               own       -          -
  decide                   session    -                               own       -          -
  issueTokens              everybody  -                               -         -          -
  revokeToken              everybody  -                               -         -          -
  introspectToken          everybody  -                               -         -          -
  getAuthorizationServer   everybody  -                               -         -          -
share
  getSharedView            everybody  -                               -         -          -
  getSharedChanges         everybody  -                               -         -          -
  listSharedRecords        everybody  -                               -         -          -
  countSharedRecords       everybody  -                               -         -          -
  aggregateSharedRecords   everybody  -                               -         -          -
  listSharedGroups         everybody  -                               -         -          -
  countSharedHits          everybody  -                               -         -          -
  listSharedHits           everybody  -                               -         -          -
  listSharedDays           everybody  -                               -         -          -
  copySharedCells          everybody  -                               -         -          -
  listSharedPeople         visitor    -                               -         -          -
  listSharedLinks          visitor    -                               -         -          -
  enterShare               everybody  -                               -         -          -
  submitSharedForm         visitor    -                               -         -          -
  showShare                visitor    -                               -         -          -
  submitSharePassword      visitor    -                               -         -          -
  submitSharePage          visitor    -                               -         -          -
auth
  getMe                    session    -                               own       -          -
  getUser                  either     any                             own       -          yes
  getTempToken             session    -                               own       -          -
  changePassword           session    -                               own       -          -
  signUp                   everybody  -                               -         -          -
  signIn                   everybody  -                               -         -          -
  signOut                  session    -                               own       -          -
  sendResetPasswordEmail   everybody  -                               -         -          -
  resetPassword            everybody  -                               -         -          -
  sendVerificationEmail    session    -                               own       -          -
  verifyEmail              session    -                               own       -          -
  showSignIn               visitor    -                               -         -          -
  submitSignIn             visitor    -                               -         -          -
  showSignUp               visitor    -                               -         -          -
  submitSignUp             visitor    -                               -         -          -
  showForgotPassword       everybody  -                               -         -          -
  submitForgotPassword     visitor    -                               -         -          -
  showChoosePassword       everybody  -                               -         -          -
  submitChoosePassword     visitor    -                               -         -          -
  showVerify               visitor    -                               -         -          -
  submitVerify             visitor    -                               -         -          -
user
  changeName               session    -                               own       -          -
  changeAvatar             session    -                               own       -          -
  getAvatar                everybody  -                               -         -          -
  changeNotifyMeta         session    -                               own       -          -
access-token
  listAccessTokens         session    -                               own       -          -
  createAccessToken        session    -                               own       -          -
  getAccessToken           session    -                               own       -          -
  updateAccessToken        session    -                               own       -          -
  deleteAccessToken        session    -                               own       -          -
  refreshAccessToken       session    -                               own       -          -
account
  showAccount              session    -                               own       -          -
  submitName               session    -                               own       -          -
  submitPassword           session    -                               own       -          -
  submitSignOut            session    -                               own       -          -
  submitVerification       session    -                               own       -          -
  showNewToken             session    -                               own       -          -
  submitNewToken           session    -                               own       -          -
  deleteToken              session    -                               own       -          -
  lockApplicationOut       session    -                               own       -          -
health
  getHealth                everybody  -                               -         -          -
  getReadiness             everybody  -                               -         -          -
docs
  getDocs                  everybody  -                               -         -          -
  getDocsFile              everybody  -                               -         -          -
  getOpenapi               everybody  -                               -         -          -
  getStart                 everybody  -                               -         -          -
`;

const words = {
  openedBy: ["token", "session", "either", "everybody", "visitor"],
  askedAt: ["base", "space", "own", "admin", "-"],
  atLeast: [...roles, "-"],
  apps: ["yes", "no", "-"],
} as const;

export interface AccessRow {
  area: string;
  operation: string;
  openedBy: (typeof words.openedBy)[number];
  scope: Scope | "any" | "-";
  /** A scope that only some requests need. */
  extraScope?: Scope;
  askedAt: (typeof words.askedAt)[number];
  atLeast: Role | "-";
  apps: (typeof words.apps)[number];
}

export const accessMatrix: readonly AccessRow[] = rowsOf(matrix);

function rowsOf(text: string): AccessRow[] {
  const [, ...lines] = text.split("\n").filter(Boolean);
  let area = "";
  const rows: AccessRow[] = [];
  for (const line of lines)
    if (line.startsWith(" ")) rows.push({ area, ...rowOf(line) });
    else area = line;
  return rows;
}

function rowOf(line: string): Omit<AccessRow, "area"> {
  const [operation = "", openedBy, scopes = "", askedAt, atLeast, apps, ...rest] = line.trim().split(/\s+/);
  const [scope, extraScope] = scopes.split("+") as [Scope, Scope?];
  const row = { operation, openedBy, scope, askedAt, atLeast, apps, ...(extraScope && { extraScope }) };
  for (const [column, known] of Object.entries(words))
    if (rest.length > 0 || !(known as readonly unknown[]).includes(Reflect.get(row, column)))
      throw new Error(`access matrix, ${column}: ${line.trim()}`);
  return row as Omit<AccessRow, "area">;
}

/** The column "opened by" as the documentation shows it. */
const openedBy: Record<AccessRow["openedBy"], string> = {
  token: "token",
  session: "signed in",
  either: "token, signed in",
  everybody: "everyone",
  visitor: "everyone",
};
const dash = (word: string) => (word === "-" ? "" : word);

function rowText({ operation, openedBy: who, scope, extraScope, askedAt, atLeast, apps }: AccessRow): string {
  const scopes = [scope, extraScope].filter((each) => each && each !== "-");
  const cells = [
    operation,
    openedBy[who],
    // a plain | would end the table cell
    scopes.map((each) => each?.replace("|", "&#124;")).join(", "),
    atLeast === "-" ? dash(askedAt) : `${atLeast} of the ${askedAt}`,
    dash(apps),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** The matrix as a table for the documentation, area by area. */
export function accessTable(): string {
  const areas = [...new Set(accessMatrix.map(({ area }) => area))];
  const sections = areas.map((area) => {
    const rows = accessMatrix.filter((row) => row.area === area).map(rowText);
    return `| **${area}** | opened by | scope | role at least | applications |\n|---|---|---|---|---|\n${rows.join("\n")}`;
  });
  return sections.join("\n\n");
}
