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
 *   apps        whether an application may have the scope; named: only a token that was asked for this endpoint, or for the whole service.
 *               A token that was asked for that endpoint opens no other
 *   pages       whether a session may call what tokens open: from a script of a page of this service, with X-Window-Id
 */

import { type Role, roles } from "#lib/schemas/basics/role";
import type { Scope } from "#lib/schemas/identity/scopes";

const matrix = `
operation                  opened by  scope                           asked at  at least   apps  pages
space
  listSpaces               token      space|read                      own       -          no    yes
  createSpace              token      space|create                    own       -          no    yes
  getSpace                 token      space|read                      space     viewer     no    yes
  updateSpace              token      space|update                    space     owner      no    yes
  deleteSpace              token      space|delete                    space     owner      no    yes
  deleteSpacePermanently   token      space|delete                    space     owner      no    yes
  listSpaceBases           token      base|read                       space     viewer     no    yes
  listSpaceCollaborators   token      space|read                      space     viewer     no    yes
  updateSpaceCollaborator  token      space|read+space|grant_role     space     viewer     no    yes
  removeSpaceCollaborator  token      space|read+space|grant_role     space     viewer     no    yes
  listSpaceInvitations     token      space|invite_email              space     editor     no    yes
  inviteToSpace            token      space|invite_email              space     editor     no    yes
  cancelSpaceInvitation    token      space|invite_email              space     editor     no    yes
  addSpaceCollaborators    token      space|invite_email              space     editor     no    yes
  listSpaceLinks           token      space|invite_link               space     creator    no    yes
  createSpaceLink          token      space|invite_link               space     creator    no    yes
  updateSpaceLink          token      space|invite_link               space     creator    no    yes
  deleteSpaceLink          token      space|invite_link               space     creator    no    yes
  listAccessLog            token      space|log_read                  space     owner      no    yes
  importBase               token      base|create                     space     creator    no    yes
  importBaseFile           token      base|create                     space     creator    no    yes
base
  listBases                token      base|read                       own       -          no    yes
  createBase               token      base|create                     space     creator    no    yes
  getBase                  token      base|read                       base      viewer     no    yes
  updateBase               token      base|update                     base      creator    no    yes
  deleteBase               token      base|delete                     base      creator    no    yes
  deleteBasePermanently    token      space|delete+base|delete        base      owner      no    yes
  getBasePermission        token      base|read                       base      viewer     no    yes
  listBaseCollaborators    token      base|read                       base      viewer     no    yes
  updateBaseCollaborator   token      base|read+base|update           base      viewer     no    yes
  removeBaseCollaborator   token      base|read+base|update           base      viewer     no    yes
  listBaseInvitations      token      base|invite_email               base      editor     no    yes
  inviteToBase             token      base|invite_email               base      editor     no    yes
  cancelBaseInvitation     token      base|invite_email               base      editor     no    yes
  addBaseCollaborators     token      base|invite_email               base      editor     no    yes
  listBaseLinks            token      base|invite_link                base      creator    no    yes
  createBaseLink           token      base|invite_link                base      creator    no    yes
  updateBaseLink           token      base|invite_link                base      creator    no    yes
  deleteBaseLink           token      base|invite_link                base      creator    no    yes
  listBaseUsers            token      record|read                     base      viewer     yes   yes
  listSharedBases          token      base|read                       own       -          no    yes
  orderBase                token      base|update                     base      creator    no    yes
  moveBase                 token      base|update+base|create         base      creator    no    yes
  duplicateBase            token      base|create+base|table_export   space     creator    no    yes
  exportBase               token      base|table_export+record|read   base      viewer     no    yes
  getBaseExport            token      base|table_export+record|read   base      viewer     no    yes
invitation
  acceptInvitationLink     either     any                             own       -          yes   -
  showInvitation           session    -                               own       -          -     -
  submitInvitation         session    -                               own       -          -     -
table
  listTables               token      table|read                      base      viewer     yes   yes
  createTable              token      table|create+view|share         base      creator    yes   yes
  duplicateTable           token      table|create+record|read        base      creator    yes   yes
  getBaseSchema            token      table|read+field|read           base      viewer     yes   yes
  getBaseOpenapi           token      table|read+field|read           base      viewer     yes   yes
  getBaseTypes             token      table|read+field|read           base      viewer     yes   yes
  getTable                 token      table|read                      base      viewer     yes   yes
  getDefaultViewId         token      table|read                      base      viewer     yes   yes
  renameTable              token      table|update                    base      creator    yes   yes
  describeTable            token      table|update                    base      creator    yes   yes
  setTableIcon             token      table|update                    base      creator    yes   yes
  setDbTableName           token      table|update                    base      creator    yes   yes
  getTablePermission       token      table|read                      base      viewer     yes   yes
  orderTable               token      table|update                    base      creator    yes   yes
  deleteTable              token      table|delete                    base      creator    yes   yes
  deleteTablePermanently   token      table|delete                    base      creator    yes   yes
csv
  previewImport            token      table|import                    base      creator    yes   yes
  importTable              token      table|import                    base      creator    yes   yes
  importRecords            token      table|import                    base      creator    yes   yes
  exportTable              token      table|export                    base      viewer     yes   yes
  exportView               token      table|export                    base      viewer     yes   yes
  startBaseExport          token      base|table_export+record|read   base      viewer     no    yes
  analyzeImport            token      table|import                    own       -          yes   yes
  importSheets             token      table|import                    base      creator    yes   yes
  insertImport             token      table|import                    base      creator    yes   yes
field
  listAiModels             token      base|read                       own       -          no    yes
  autoFillField            token      record|update+field|read        base      editor     yes   yes
  autoFillCell             token      record|update+field|read        base      editor     yes   yes
  stopFill                 token      record|update+field|read        base      editor     yes   yes
  listFillTasks            token      field|read                      base      viewer     yes   yes
  listFields               token      field|read                      base      viewer     yes   yes
  getField                 token      field|read                      base      viewer     yes   yes
  listFieldFilterLinks     token      record|read                     base      viewer     yes   yes
  createField              token      field|create                    base      creator    yes   yes
  updateField              token      field|update                    base      creator    yes   yes
  duplicateField           token      field|create                    base      creator    yes   yes
  convertField             token      field|update                    base      creator    yes   yes
  previewConversion        token      field|update+record|read        base      creator    yes   yes
  deleteField              token      field|delete                    base      creator    yes   yes
  deleteFields             token      field|delete                    base      creator    yes   yes
  getBaseGraph             token      field|read                      base      viewer     yes   yes
index
  listIndexes              token      table|read                      base      viewer     yes   yes
  declareIndex             token      field|update                    base      creator    yes   yes
  undeclareIndex           token      field|update                    base      creator    yes   yes
view
  listViews                token      view|read                       base      viewer     yes   yes
  createView               token      view|create+view|share          base      editor     yes   yes
  getView                  token      view|read                       base      viewer     yes   yes
  listViewFilterLinks      token      record|read                     base      viewer     yes   yes
  duplicateView            token      view|create+view|read           base      editor     yes   yes
  renameView               token      view|update                     base      editor     yes   yes
  describeView             token      view|update                     base      editor     yes   yes
  orderView                token      view|update                     base      editor     yes   yes
  filterView               token      view|update                     base      editor     yes   yes
  sortView                 token      view|update                     base      editor     yes   yes
  groupView                token      view|update                     base      editor     yes   yes
  orderRows                token      view|update                     base      editor     yes   yes
  sortRows                 token      view|update                     base      editor     yes   yes
  updateViewOptions        token      view|update                     base      editor     yes   yes
  updateViewColumns        token      view|update                     base      editor     yes   yes
  lockView                 token      view|update                     base      editor     yes   yes
  deleteView               token      view|delete                     base      editor     yes   yes
  updateShareMeta          token      view|share                      base      editor     no    yes
  enableShare              token      view|share                      base      editor     no    yes
  refreshShareId           token      view|share                      base      editor     no    yes
  disableShare             token      view|share                      base      editor     no    yes
record
  listRecords              token      record|read                     base      viewer     yes   yes
  countRecords             token      record|read                     base      viewer     yes   yes
  listRecordsByBody        token      record|read                     base      viewer     yes   yes
  listPlaces               token      record|read                     base      viewer     yes   yes
  getRecord                token      record|read                     base      viewer     yes   yes
  createRecords            token      record|create                   base      editor     yes   yes
  updateRecord             token      record|update                   base      editor     yes   yes
  getRecordStatus          token      table|read                      base      viewer     yes   yes
  uploadAttachment         token      record|update                   base      editor     yes   yes
  duplicateRecord          token      record|create+record|read       base      editor     yes   yes
  clickButton              token      record|update                   base      editor     yes   yes
  resetButton              token      record|update                   base      editor     yes   yes
  updateRecords            token      record|update+record|create     base      editor     yes   yes
  updateRecordsWhere       token      record|update+record|read       base      editor     yes   yes
  deleteRecordsWhere       token      record|delete+record|read       base      editor     yes   yes
  undoOperation            token      record|update                   base      editor     yes   yes
  redoOperation            token      record|update                   base      editor     yes   yes
  deleteRecord             token      record|delete                   base      editor     yes   yes
  deleteRecords            token      record|delete                   base      editor     yes   yes
  deleteListedRecords      token      record|delete                   base      editor     yes   yes
  listRecordHistory        token      record|update                   base      editor     yes   yes
  listTableHistory         token      table_record_history|read       base      editor     no    yes
  saveQuery                token      record|read                     own       -          yes   yes
selection
  getSelectedIds           token      record|read                     base      viewer     yes   yes
  copyCells                token      record|read                     base      viewer     yes   yes
  pasteCells               token      record|update                   base      editor     yes   yes
  previewPaste             token      record|read                     base      viewer     yes   yes
  clearCells               token      record|update                   base      editor     yes   yes
  deleteSelectedRecords    token      record|delete                   base      editor     yes   yes
aggregation
  aggregateRecords         token      record|read                     base      viewer     yes   yes
  queryBase                token      record|read                     base      viewer     yes   yes
  listGroupPoints          token      record|read                     base      viewer     yes   yes
  countSearchHits          token      record|read                     base      viewer     yes   yes
  listSearchHits           token      record|read                     base      viewer     yes   yes
  listCalendarDays         token      record|read                     base      viewer     yes   yes
comment
  listComments             token      record|read                     base      viewer     yes   yes
  getComment               token      record|read                     base      viewer     yes   yes
  createComment            token      record|comment                  base      commenter  yes   yes
  updateComment            token      record|comment                  base      commenter  yes   yes
  deleteComment            token      record|comment                  base      commenter  yes   yes
  setReaction              token      record|comment                  base      commenter  yes   yes
  addReaction              token      record|comment                  base      commenter  yes   yes
  removeReaction           token      record|comment                  base      commenter  yes   yes
  countComments            token      view|read                       base      viewer     yes   yes
  countTableComments       token      view|read                       base      viewer     yes   yes
  getSubscription          token      record|read                     base      viewer     yes   yes
  subscribeToRecord        token      record|read                     base      viewer     yes   yes
  unsubscribeFromRecord    token      record|read                     base      viewer     yes   yes
trash
  listTrash                token      table|trash_read                base      editor     no    yes
  listTrashItems           token      table|trash_read                base      editor     no    yes
  restoreTrashItem         token      table|trash_update+table|create base      editor     no    yes
  resetTrashItems          token      table|trash_reset               base      creator    no    yes
attachment
  announceAttachment       token      record|create                   own       -          yes   yes
  uploadFile               token      record|create                   own       -          yes   yes
  uploadFileByPost         token      record|create                   own       -          yes   yes
  completeAttachment       token      record|create                   own       -          yes   yes
  getAttachment            token      record|read                     own       -          yes   yes
job
  getBaseJob               token      base|read                       base      viewer     no    yes
  getTableJob              token      table|read                      base      viewer     yes   yes
  getRefusedLines          token      table|read+record|read          base      viewer     yes   yes
webhook
  listWebhooks             token      base|update                     base      creator    no    yes
  createWebhook            token      base|update                     base      creator    no    no
  getWebhook               token      base|update                     base      creator    no    yes
  updateWebhook            token      base|update                     base      creator    no    no
  deleteWebhook            token      base|update                     base      creator    no    yes
  rotateWebhookSecret      token      base|update                     base      creator    no    no
  sendTestEvent            token      base|update                     base      creator    no    yes
  listDeliveries           token      base|update                     base      creator    no    yes
  resendDelivery           token      base|update                     base      creator    no    yes
change
  listChanges              token      record|read                     base      viewer     yes   yes
socket
  createTicket             either     any                             own       -          yes   -
mcp
  answerMcp                token      any                             own       -          named -
plugin
  listPlugins              token      plugin|read                     own       -          yes   no
  createPlugin             token      plugin|create                   own       -          no    no
  getPlugin                token      plugin|read                     own       -          yes   no
  updatePlugin             token      plugin|update                   own       -          no    no
  deletePlugin             token      plugin|delete                   own       -          no    no
  regeneratePluginSecret   token      plugin|update                   own       -          no    no
  submitPlugin             token      plugin|update                   own       -          no    no
  unpublishPlugin          token      plugin|update                   own       -          no    no
  listPluginCenter         token      plugin|read                     own       -          yes   no
  listSubmittedPlugins     token      plugin|read                     admin     -          yes   no
  publishPlugin            token      plugin|update                   admin     -          no    no
  turnPluginDown           token      plugin|update                   admin     -          no    no
notification
  listNotifications        token      notification|read               own       -          yes   yes
  setNotificationStatus    token      notification|update             own       -          yes   yes
  readAllNotifications     token      notification|update             own       -          yes   yes
  countUnreadNotifications token      notification|read               own       -          yes   yes
  showPlace                session    -                               own       -          -     -
oauth
  createClient             token      oauth_client|create             own       -          no    no
  updateClient             token      oauth_client|update             own       -          no    no
  getClient                token      oauth_client|read               own       -          no    no
  listClients              token      oauth_client|read               own       -          no    no
  deleteClient             token      oauth_client|delete             own       -          no    no
  createClientSecret       token      oauth_client|update             own       -          no    no
  deleteClientSecret       token      oauth_client|update             own       -          no    no
  revokeClientAccess       token      oauth_client|update             own       -          no    no
  listAuthorizedClients    token      oauth_client|read               own       -          no    no
  revokeAuthorization      token      oauth_client|update             own       -          no    no
  revokeOwnToken           token      any                             own       -          yes   -
  authorize                visitor    -                               -         -          -     -
  getDecision              session    -                               own       -          -     -
  showDecision             session    -                               own       -          -     -
  decide                   session    -                               own       -          -     -
  issueTokens              everybody  -                               -         -          -     -
  revokeToken              everybody  -                               -         -          -     -
  introspectToken          everybody  -                               -         -          -     -
  registerClient           everybody  -                               -         -          -     -
  getMetadata              everybody  -                               -         -          -     -
share
  getSharedView            everybody  -                               -         -          -     -
  getSharedChanges         everybody  -                               -         -          -     -
  listSharedRecords        everybody  -                               -         -          -     -
  countSharedRecords       everybody  -                               -         -          -     -
  aggregateSharedRecords   everybody  -                               -         -          -     -
  listSharedGroups         everybody  -                               -         -          -     -
  countSharedHits          everybody  -                               -         -          -     -
  listSharedHits           everybody  -                               -         -          -     -
  listSharedDays           everybody  -                               -         -          -     -
  copySharedCells          everybody  -                               -         -          -     -
  listSharedPeople         visitor    -                               -         -          -     -
  listSharedLinks          visitor    -                               -         -          -     -
  enterShare               everybody  -                               -         -          -     -
  announceFormFile         visitor    -                               -         -          -     -
  submitSharedForm         visitor    -                               -         -          -     -
  showShare                visitor    -                               -         -          -     -
  submitSharePassword      visitor    -                               -         -          -     -
  submitSharePage          visitor    -                               -         -          -     -
auth
  getMe                    session    -                               own       -          -     -
  getUser                  either     any                             own       -          yes   -
  getTempToken             session    -                               own       -          -     -
  changePassword           session    -                               own       -          -     -
  signUp                   everybody  -                               -         -          -     -
  signIn                   everybody  -                               -         -          -     -
  signOut                  session    -                               own       -          -     -
  sendResetPasswordEmail   everybody  -                               -         -          -     -
  resetPassword            everybody  -                               -         -          -     -
  sendVerificationEmail    session    -                               own       -          -     -
  verifyEmail              session    -                               own       -          -     -
  showSignIn               visitor    -                               -         -          -     -
  submitSignIn             visitor    -                               -         -          -     -
  submitCode               visitor    -                               -         -          -     -
  showProvider             visitor    -                               -         -          -     -
  submitProvider           visitor    -                               -         -          -     -
  showSignUp               visitor    -                               -         -          -     -
  submitSignUp             visitor    -                               -         -          -     -
  showForgotPassword       everybody  -                               -         -          -     -
  submitForgotPassword     visitor    -                               -         -          -     -
  showChoosePassword       everybody  -                               -         -          -     -
  submitChoosePassword     visitor    -                               -         -          -     -
  showVerify               visitor    -                               -         -          -     -
  submitVerify             visitor    -                               -         -          -     -
user
  changeName               session    -                               own       -          -     -
  changeAvatar             session    -                               own       -          -     -
  getAvatar                everybody  -                               -         -          -     -
  changeNotifyMeta         session    -                               own       -          -     -
access-token
  listAccessTokens         session    -                               own       -          -     -
  createAccessToken        session    -                               own       -          -     -
  getAccessToken           session    -                               own       -          -     -
  updateAccessToken        session    -                               own       -          -     -
  deleteAccessToken        session    -                               own       -          -     -
  refreshAccessToken       session    -                               own       -          -     -
account
  showAccount              session    -                               own       -          -     -
  submitName               session    -                               own       -          -     -
  submitPassword           session    -                               own       -          -     -
  showSecondFactor         session    -                               own       -          -     -
  submitSecondFactor       session    -                               own       -          -     -
  submitSessions           session    -                               own       -          -     -
  submitSignOut            session    -                               own       -          -     -
  submitVerification       session    -                               own       -          -     -
  showNewToken             session    -                               own       -          -     -
  submitNewToken           session    -                               own       -          -     -
  deleteToken              session    -                               own       -          -     -
  lockApplicationOut       session    -                               own       -          -     -
health
  getHealth                everybody  -                               -         -          -     -
  getReadiness             everybody  -                               -         -          -     -
app
  getApp                   everybody  -                               -         -          -     -
docs
  getDocs                  everybody  -                               -         -          -     -
  getDocsFile              everybody  -                               -         -          -     -
  getOpenapi               everybody  -                               -         -          -     -
  getStart                 visitor    -                               -         -          -     -
`;

const words = {
  openedBy: ["token", "session", "either", "everybody", "visitor"],
  askedAt: ["base", "space", "own", "admin", "-"],
  atLeast: [...roles, "-"],
  apps: ["yes", "no", "named", "-"],
  pages: ["yes", "no", "-"],
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
  pages: (typeof words.pages)[number];
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
  const [operation = "", openedBy, scopes = "", askedAt, atLeast, apps, pages, ...rest] = line
    .trim()
    .split(/\s+/);
  const [scope, extraScope] = scopes.split("+") as [Scope, Scope?];
  const row = {
    operation,
    openedBy,
    scope,
    askedAt,
    atLeast,
    apps,
    pages,
    ...(extraScope && { extraScope }),
  };
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
