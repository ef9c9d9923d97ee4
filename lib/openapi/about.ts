/* What the document says before it comes to the endpoints. */
import { limits } from "#lib/schemas/basics/limits";
import { roles } from "#lib/schemas/basics/role";
import { accessTable } from "./access-matrix.ts";

/** The areas in the order a newcomer meets them. */
export const areas: Readonly<Record<string, string>> = {
  space:
    "A space holds bases, and its members may open them all. People are invited by e-mail, into a space or a single base.",
  base: "A base holds tables. It lies in a space, and members of the base or of its space may open it.",
  table: "A table holds fields, views and records. It is made with all of them in one act.",
  csv: "CSV comes into tables: looked at first, then by a job that tells which lines did not go in and why. Tables come out as CSV.",
  field: "A field says what its cells hold: its type, and the options that the type has.",
  view: "A view is a way to look at a table: which records, in which order, which fields, drawn how. Each of that is changed by a call of its own. A locked view can only be unlocked; a shared one opens to whoever has its address.",
  record: "A record holds one cell for each field. Batches are done as a whole or not at all.",
  aggregation:
    "Numbers about the records that a view or a filter leaves: how many, statistics of their cells, groups, hits of a search.",
  share:
    "A shared view is open to everybody who has its address, and its password where it has one: as far as `shareMeta` says, and no further into the table. An address that is none, is none any more or leads to what was deleted is the same 404. Fields that the view hides are as if they were not there, nobody's e-mail address is shown, and `Me` in its filter is nobody.",
  comment:
    "People talk about a record in comments: text, links and images, in which they name one another. Who follows a record hears of them.",
  notification:
    "What somebody is told of: comments that mention or answer him or that he follows, cells that name him, invitations. It is his own affair who reads it when.",
  trash:
    "What was deleted can be brought back for a while: records together as they were deleted together, and tables.",
  attachment:
    "Files are uploaded first and put into records then. Bytes go to and come from addresses that are good for a while, to whoever has them.",
  job: "A job is work that is longer than a call: it goes on after the answer, and says how far it is.",
  webhook:
    "A webhook tells an address of somebody's what happens in a base: each event is a request, signed by the convention of Standard Webhooks, and sent again for a day until it is taken.",
  plugin:
    "A plugin is a page of somebody's that is shown in bases: in views, dashboards, panels. Its maker uses it at once, others when it is published.",
  oauth:
    "An application asks people to let it work with their tables. Whoever makes one says what it may ask for, and where the answers go.",
  auth: "People sign up, sign in and out, and show by mailed links who they are. For browsers; a program sends a token.",
  user: "What people say of themselves.",
  "access-token":
    "A personal access token lets a program do what you may, as far as its scopes and places go. Only you, signed in, can make one: no token opens these calls.",
  docs: "This document, the page that shows it, and the start page.",
  pages:
    "What people see in a browser: HTML and forms. Errors are pages too; who must sign in first is sent there (302).",
};

const bytes = (count: number) =>
  count >= 1024 * 1024 ? `${count / 1024 / 1024} MB` : `${Math.round(count / 1024)} KB`;
const count = (number: number) => number.toLocaleString("en");

const limitTexts: Readonly<Record<keyof typeof limits, readonly [what: string, limit: string]>> = {
  recordsPerCall: ["records that one call creates, changes or deletes", count(limits.recordsPerCall)],
  upsertFields: ["fields that an upsert finds records by", count(limits.upsertFields)],
  recordsLookedThrough: [
    "records in a table for an upsert by fields of which none is unique",
    count(limits.recordsLookedThrough),
  ],
  changesPerCall: ["records, unique cells, fields, views that one call writes", count(limits.changesPerCall)],
  changedBytes: ["bytes that one call writes", bytes(limits.changedBytes)],
  recordsPerPage: ["records in a page of a list", count(limits.recordsPerPage)],
  skippedRecords: ["`skip` of a list; deeper, follow the cursor", count(limits.skippedRecords)],
  fieldsPerTable: ["fields in a table", count(limits.fieldsPerTable)],
  fieldsBytes: ["the fields of a table together", bytes(limits.fieldsBytes)],
  viewsPerTable: ["views of a table", count(limits.viewsPerTable)],
  viewsBytes: ["the views of a table together", bytes(limits.viewsBytes)],
  tablesPerBase: ["tables in a base", count(limits.tablesPerBase)],
  sharePasswordsPerCall: ["passwords of shared views in one call", count(limits.sharePasswordsPerCall)],
  choicesPerField: ["choices of a select field", count(limits.choicesPerField)],
  peoplePerCell: ["people in a cell", count(limits.peoplePerCell)],
  attachmentsPerRecord: ["attachments in a record", count(limits.attachmentsPerRecord)],
  filesPerCall: ["different files that one call puts into records", count(limits.filesPerCall)],
  fileBytes: ["a file", bytes(limits.fileBytes)],
  csvLineBytes: ["a line of a CSV file", bytes(limits.csvLineBytes)],
  textLength: ["characters in a text cell", count(limits.textLength)],
  nameLength: ["characters in a name", count(limits.nameLength)],
  descriptionLength: ["characters in a description", count(limits.descriptionLength)],
  promptLength: ["characters in a prompt of an aiConfig", count(limits.promptLength)],
  recordBytes: ["one record", bytes(limits.recordBytes)],
  fieldBytes: ["one field with its options", bytes(limits.fieldBytes)],
  historyDays: ["days that the history of a record is kept", count(limits.historyDays)],
  trashDays: ["days that what was deleted stays in the trash", count(limits.trashDays)],
  historyValueBytes: [
    "a cell that the history keeps whole; longer texts are cut, other values left out",
    bytes(limits.historyValueBytes),
  ],
  filterDepth: ["`filterSet`s in one another", count(limits.filterDepth)],
  filterItems: ["items in a filter", count(limits.filterItems)],
  filterBytes: ["a filter as JSON", bytes(limits.filterBytes)],
  filterValues: ["values in the list of a filter's item", count(limits.filterValues)],
  filterDays: ["`numberOfDays` in a filter", count(limits.filterDays)],
  groupFields: ["fields that records are grouped by", count(limits.groupFields)],
  groupPoints: [
    "`groupPoints` of an answer; of more groups the first ones are told",
    count(limits.groupPoints),
  ],
  groupPointsBytes: ["the `groupPoints` of an answer as JSON", bytes(limits.groupPointsBytes)],
  sortFields: ["fields that a request sorts by, and a view", count(limits.sortFields)],
  sortKeyLength: [
    "characters by which texts are ordered; those alike up to there stay together",
    count(limits.sortKeyLength),
  ],
  searchLength: ["characters of what is searched for", count(limits.searchLength)],
  statistics: ["statistics in a call", count(limits.statistics)],
  cursorLength: ["characters of a cursor", count(limits.cursorLength)],
  recordsSorted: [
    "records in a table that is sorted, grouped, or counted by what they hold",
    count(limits.recordsSorted),
  ],
  columnWidth: ["width of a column, in pixels", count(limits.columnWidth)],
  position: ["`order` of a table, a view or a column, either side of 0", count(limits.position)],
  spacesPerPerson: ["spaces that one person owns", count(limits.spacesPerPerson)],
  basesPerSpace: ["bases in a space", count(limits.basesPerSpace)],
  membersPerPlace: [
    "members of a space or a base, with those who are invited",
    count(limits.membersPerPlace),
  ],
  emailsPerInvitation: ["e-mail addresses that one call invites", count(limits.emailsPerInvitation)],
  invitationsPerAddress: [
    "invitations that wait for one e-mail address",
    count(limits.invitationsPerAddress),
  ],
  collaboratorsPerPage: ["members, or invitations, in a page of a list", count(limits.collaboratorsPerPage)],
  emailLength: ["characters in an e-mail address", count(limits.emailLength)],
  urlLength: ["characters in an address", count(limits.urlLength)],
  clientsPerPerson: ["OAuth applications of a person", count(limits.clientsPerPerson)],
  secretsPerClient: ["secrets of an OAuth application", count(limits.secretsPerClient)],
  redirectUrisPerClient: ["redirect URIs of an OAuth application", count(limits.redirectUrisPerClient)],
  tokensPerPerson: ["personal access tokens of a person", count(limits.tokensPerPerson)],
  pluginsPerPerson: ["plugins of a person", count(limits.pluginsPerPerson)],
  pluginNameLength: ["characters in a plugin's name", count(limits.pluginNameLength)],
  pluginDescriptionLength: ["… in its description", count(limits.pluginDescriptionLength)],
  pluginDetailLength: ["… in its detailDesc", count(limits.pluginDetailLength)],
  pluginLanguages: ["languages that a plugin speaks", count(limits.pluginLanguages)],
  pluginConfigBytes: ["a plugin's config as JSON", "10 KB"],
  webhooksPerBase: ["webhooks of a base", count(limits.webhooksPerBase)],
  tablesPerWebhook: ["tables that a webhook names", count(limits.tablesPerWebhook)],
  eventBytes: ["`data` of an event as JSON; larger is left out", bytes(limits.eventBytes)],
  receiverAnswerLength: [
    "characters that are kept of what a webhook's receiver answers",
    count(limits.receiverAnswerLength),
  ],
  deliveryDays: ["days that deliveries of a webhook are kept", count(limits.deliveryDays)],
  deliveriesPerPage: ["deliveries in a page of a list", count(limits.deliveriesPerPage)],
  placesPerToken: ["spaces, and bases, that a token names", count(limits.placesPerToken)],
  passwordLength: ["characters in a password, of at least 8", count(limits.passwordLength)],
  bodyDepth: ["arrays and objects in one another in a body", count(limits.bodyDepth)],
  bodyMembers: ["members of one array or object in a body", count(limits.bodyMembers)],
  bodyValues: ["values in a body, arrays and objects among them", count(limits.bodyValues)],
  thoroughValues: ["values in a body of which every issue is named", count(limits.thoroughValues)],
  fetchedFileBytes: ["a file that is fetched from an address", bytes(limits.fetchedFileBytes)],
  bodyBytes: ["the body of a request", bytes(limits.bodyBytes)],
  responseBytes: ["the body of an answer; a page of a list ends early instead", bytes(limits.responseBytes)],
  commentBytes: ["a comment's content as JSON", bytes(limits.commentBytes)],
  commentsPerPage: ["comments in a page of a list", count(limits.commentsPerPage)],
  mentionsPerComment: ["mentions in a comment", count(limits.mentionsPerComment)],
  imagesPerComment: ["images in a comment", count(limits.imagesPerComment)],
  reactionsPerComment: ["reactions to a comment", count(limits.reactionsPerComment)],
  notificationDays: ["days that a notification is kept", count(limits.notificationDays)],
  idempotencyKeyLength: ["characters in an Idempotency-Key", count(limits.idempotencyKeyLength)],
  keptAnswerBytes: [
    "an answer kept for its Idempotency-Key; of a larger one the ids are",
    bytes(limits.keptAnswerBytes),
  ],
  issuesListed: ["issues that one error lists", count(limits.issuesListed)],
};

const limitsTable = `| what | at most |
|---|---|
${Object.values(limitTexts)
  .map(([what, limit]) => `| ${what} | ${limit} |`)
  .join("\n")}`;

export const description = `Bases hold tables; tables hold fields, views and records. All of it is reached over HTTP with JSON. This page as a
document: [openapi.json](openapi.json), OpenAPI 3.1.

### Who may call

Send a personal access token, or the access token of an OAuth application, with every call: \`Authorization: Bearer gridless_acc…\`.
What a call may do is what the caller's role on the base allows **and** the token's scopes name **and** the spaces and bases the
token is for; an application's token is for all that its user may open. Roles, each of which may do less than the one before it:
${roles.join(", ")}. Some calls are for people, signed in by a cookie: no token opens them, and of all but GET the header
\`Origin\` must be this service's own address.

<details><summary>Who may do what</summary>

_Applications_: whether an OAuth application may be given what the call needs. _Role at least_: each higher one may too.

${accessTable()}

</details>

### Requests and answers

Bodies are JSON in UTF-8, at most ${bytes(limits.bodyBytes)}; where a file may be sent, multipart/form-data too. Times are ISO 8601 in UTC with milliseconds. Members without a value are absent. Unknown
members of a body are ignored, but inside \`options\`, \`filter\`, \`sort\`, \`group\`, \`shareMeta\`, \`columnMeta\` and in a
query string they are an error that names them. Lists in a query string repeat their key: \`projection[]=Name&projection[]=Count\`.
A path with a slash at its end is redirected to the one without. Every answer carries \`x-request-id\`.
An answer about one record has an \`ETag\`: sent back as \`If-Match\` with a change or deletion of that record, it is done only if nobody
changed the record in between, else 412.

### Errors

Every error has one shape: \`{ "message", "status", "code", "data"? }\`; but pages have pages for them, and the OAuth protocol
has its own (\`{ "error", "error_description" }\`, RFC 6749). Where parts of a request are wrong, \`data.issues\`
names every one of them by its path, such as \`records[3].fields.Count\`. Checks come in this order: 401 token, 404 what the
path names (also if the caller has no role there), 403 role or scope, 400 query and body, 404 what the body names.

### Sending a request again

When no answer came, nobody knows whether a request was done. Those that take the header \`Idempotency-Key\` (1 to
${limits.idempotencyKeyLength} characters; a new one for each request, such as a UUID) can be sent again with it for 24 hours: method, address and
body as they were are done once, and answered as they were the first time; errors are not kept. Keys belong to the token, to the application with its user, or to who is
signed in. Another request with the same key is 422. Where the first is not at its end, the second waits for it for some seconds, and is 409 then:
send it again later. Of answers above ${bytes(limits.keptAnswerBytes)} the ids are kept, and what they stand for is shown as it is by then. A secret
is never kept: repeating a call that showed one is 409 with \`data.ids\`.

<details><summary>Limits</summary>

${limitsTable}

</details>
`;
