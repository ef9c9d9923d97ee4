/* The introduction of the OpenAPI document: areas, limits and general rules. */
import { limits } from "#lib/schemas/basics/limits";
import { roles } from "#lib/schemas/basics/role";
import { accessTable } from "./access-matrix.ts";

/** The areas, in the order of the document. */
export const areas: Readonly<Record<string, string>> = {
  space:
    "A space holds bases. Its members may open all of them. People are invited by e-mail, to a space or to a single base.",
  base: "A base holds tables. It belongs to a space; members of the base or of its space may open it.",
  invitation: "An invitation link lets everyone who has it join a space or base, with the role of the link.",
  table: "A table holds fields, views and records. One call creates the table with all of them.",
  csv: "Imports and exports CSV and workbooks (XLSX). A preview shows what an import would do; a job then imports the records and reports the lines that could not be imported, with reasons.",
  field: "A field has a type and options of that type. They determine what the cells of the field hold.",
  view: "A view determines which records and fields of a table are shown, in which order, and how. Each of these is changed by its own call. A locked view must be unlocked before it can be changed. Everyone who has the address of a shared view can open it.",
  record:
    "A record holds one cell for each field. A call that writes several records writes all of them or none.",
  selection:
    "A selection is a range of cells in a list of records, as a person marks them: copied, pasted, cleared, deleted.",
  aggregation:
    "Numbers about the records that a view or a filter selects: counts, statistics of cells, groups, search hits.",
  share:
    "A shared view is open to everyone who has its address and, if it has one, its password. `shareMeta` says what visitors may do. Unknown, revoked and deleted shares return the same 404. Visitors do not see hidden fields or e-mail addresses, and `Me` in the filter of the view stands for no user.",
  comment:
    "People discuss a record in comments with text, links, images and mentions. Users who subscribe to a record are notified of its comments.",
  notification:
    "Notifications of a user: comments that mention or answer the user or that the user subscribed to, cells that name the user, and invitations. Only the user can read them.",
  trash:
    "Deleted tables, fields, views and records can be restored for a while. What one call deleted is restored together.",
  attachment:
    "A file is uploaded first and then put into a record. Bytes are sent to and read from signed URLs, which expire and need no token.",
  index:
    "A large table keeps an index for each order of its views. Indexes are made and dropped by themselves; a list is the same with and without one.",
  job: "A job is work that takes longer than a call. It continues after the response, and its progress can be read.",
  webhook:
    "A webhook sends the events of a base to a URL. Each event is a request, signed as in Standard Webhooks, and is retried for a day until the receiver accepts it.",
  mcp: "Tools for language models, by the Model Context Protocol.",
  socket:
    "A WebSocket tells a client of the changes of a base as they happen. Everything works without one: a client then asks for changes again and again.",
  plugin:
    "A plugin is a web page of a developer that is shown inside bases: in views, dashboards and panels. Its developer can use it at once, other users after it is published.",
  oauth:
    "An OAuth application asks users for access to their tables. Its developer registers the scopes it may ask for and its redirect URIs.",
  auth: "Signing up, signing in and out, and confirming an e-mail address by a mailed link. For browsers; programs send a token.",
  user: "The account of the signed-in user.",
  "access-token":
    "A personal access token lets a program do what you may do, limited by its scopes, spaces and bases. You must be signed in with a browser to manage tokens; tokens cannot call this.",
  change:
    "Programs that keep a copy of a base, or show it, follow its changes: take a cursor, read the pages, then ask for the changes after it.",
  health: "For load balancers and monitors: whether the service and its store answer. Everyone may ask.",
  app: "What people open in a browser. Its scripts call this interface by the session.",
  docs: "This document, the page that shows it, and the start page.",
  pages:
    "HTML pages and forms for browsers. Errors are pages too; a visitor who must sign in is redirected to the sign-in page (302).",
};

const bytes = (count: number) =>
  count >= 1024 * 1024 ? `${count / 1024 / 1024} MB` : `${Math.round(count / 1024)} KB`;
const count = (number: number) => number.toLocaleString("en");

const limitTexts: Readonly<Record<keyof typeof limits, readonly [what: string, limit: string]>> = {
  recordsPerCall: ["records that one call creates, changes or deletes", count(limits.recordsPerCall)],
  upsertFields: ["fields by which an upsert finds records", count(limits.upsertFields)],
  recordsLookedThrough: [
    "records in a table for an upsert without a unique field",
    count(limits.recordsLookedThrough),
  ],
  changesPerCall: [
    "records, unique cells, fields and views that one call writes",
    count(limits.changesPerCall),
  ],
  recordsWithField: ["records that a changed or copied field writes", count(limits.recordsWithField)],
  changedBytes: ["bytes that one call writes", bytes(limits.changedBytes)],
  recordsPerPage: ["records in a page of a list", count(limits.recordsPerPage)],
  skippedRecords: ["`skip` of a list; to go further, use `cursor`", count(limits.skippedRecords)],
  recordsExpanded: ["linked records that `expand` shows in one answer", count(limits.recordsExpanded)],
  fieldsExpanded: ["link fields of one level of `expand`", count(limits.fieldsExpanded)],
  recordsLookedUp: [
    "linked records that the lookups of one call read, and links that it reads of long cells for filters, searches and formulas",
    count(limits.recordsLookedUp),
  ],
  lookedUpInCell: ["values in the cell of a lookup; with more it is empty", count(limits.lookedUpInCell)],
  formulaWork: ["units of work of all formulas and lookups in one call", count(limits.formulaWork)],
  formulaWorkOfRecord: [
    "units of work of the formulas and lookups of one record in a call",
    count(limits.formulaWorkOfRecord),
  ],
  fieldsPerTable: ["fields in a table", count(limits.fieldsPerTable)],
  fillsPerTable: [
    "jobs that fill cells of a table by language models, at a time",
    count(limits.fillsPerTable),
  ],
  copiesPerTable: ["jobs that copy a table or its fields, at a time", count(limits.copiesPerTable)],
  fieldsBytes: ["all fields of a table", bytes(limits.fieldsBytes)],
  viewsPerTable: ["views of a table", count(limits.viewsPerTable)],
  viewsBytes: ["all views of a table", bytes(limits.viewsBytes)],
  tablesPerBase: ["tables in a base", count(limits.tablesPerBase)],
  sharePasswordsPerCall: ["passwords of shared views in one call", count(limits.sharePasswordsPerCall)],
  choicesPerField: ["choices of a select field", count(limits.choicesPerField)],
  linksPerPlace: ["invitation links of a space or base", count(limits.linksPerPlace)],
  choiceIdLength: ["characters of the id of a choice", count(limits.choiceIdLength)],
  peoplePerCell: ["people in a cell", count(limits.peoplePerCell)],
  linkFieldsToTable: ["link fields that show the records of one table", count(limits.linkFieldsToTable)],
  linksPerCell: ["links in a cell of a request", count(limits.linksPerCell)],
  linksInAll: ["links in a cell, as other records link to it", count(limits.linksInAll)],
  linksKept: ["links of a cell that sorts and groups see", count(limits.linksKept)],
  attachmentsPerRecord: ["attachments in a record", count(limits.attachmentsPerRecord)],
  attachmentsWithThumbnails: [
    "attachments in a record whose pictures show thumbnails",
    count(limits.attachmentsWithThumbnails),
  ],
  filesPerCall: ["different files that one call puts into records", count(limits.filesPerCall)],
  fileBytes: ["a file", bytes(limits.fileBytes)],
  formFileBytes: ["a file that a visitor of a shared form adds", bytes(limits.formFileBytes)],
  typedFilesBytes: [
    "all files that the page of a form sends with the answers",
    bytes(limits.typedFilesBytes),
  ],
  formFiles: ["files in one answer to a shared form", count(limits.formFiles)],
  avatarBytes: ["an uploaded avatar", bytes(limits.avatarBytes)],
  pictureBytes: ["a picture that gets thumbnails", bytes(limits.pictureBytes)],
  picturePixels: ["pixels of a picture that gets thumbnails", count(limits.picturePixels)],
  csvLineBytes: ["a line of a CSV file", bytes(limits.csvLineBytes)],
  sheetBytes: ["a sheet of an imported workbook, unpacked", bytes(limits.sheetBytes)],
  sharedTextBytes: [
    "the texts that cells of an imported workbook share, unpacked",
    bytes(limits.sharedTextBytes),
  ],
  sheetsPerFile: ["sheets in an imported workbook", count(limits.sheetsPerFile)],
  textLength: ["characters in a text cell", count(limits.textLength)],
  nameLength: ["characters in a name", count(limits.nameLength)],
  questionLength: [
    "characters in a question of a form, in its help, and in what it says once it was submitted",
    count(limits.questionLength),
  ],
  descriptionLength: ["characters in a description", count(limits.descriptionLength)],
  promptLength: ["characters in the prompt of an aiConfig", count(limits.promptLength)],
  recordBytes: ["one record", bytes(limits.recordBytes)],
  fieldBytes: ["one field with its options", bytes(limits.fieldBytes)],
  historyDays: ["days that the history of a record is kept", count(limits.historyDays)],
  operationsKept: [
    "calls of a window in a table that can be undone, each for a day",
    count(limits.operationsKept),
  ],
  windowIdLength: ["characters in X-Window-Id", count(limits.windowIdLength)],
  trashDays: ["days that deleted things stay in the trash", count(limits.trashDays)],
  historyValueBytes: [
    "a cell in the history; longer texts are cut, other values left out",
    bytes(limits.historyValueBytes),
  ],
  filterDepth: ["nested groups in a filter", count(limits.filterDepth)],
  filterItems: ["items in a filter", count(limits.filterItems)],
  filterBytes: ["a filter as JSON", bytes(limits.filterBytes)],
  filterValues: ["values in the list of a filter item", count(limits.filterValues)],
  filterDays: ["`numberOfDays` in a filter", count(limits.filterDays)],
  groupFields: ["fields to group by", count(limits.groupFields)],
  groupPoints: [
    "`groupPoints` in a response; with more groups, only the first ones",
    count(limits.groupPoints),
  ],
  groupPointsBytes: ["the `groupPoints` of a response as JSON", bytes(limits.groupPointsBytes)],
  declaredIndexes: ["fields of a table with a declared index", count(limits.declaredIndexes)],
  sortFields: ["fields that a request or a view sorts by", count(limits.sortFields)],
  sortKeyLength: [
    "characters by which texts are sorted; texts with the same beginning stay together",
    count(limits.sortKeyLength),
  ],
  searchLength: ["characters in a search text", count(limits.searchLength)],
  savedQueryBytes: ["bytes of a saved query", bytes(limits.savedQueryBytes)],
  calendarDays: ["days of a calendar in a call", count(limits.calendarDays)],
  statistics: ["statistics in a call", count(limits.statistics)],
  selectedStatistics: ["statistics of a query about a base", count(limits.selectedStatistics)],
  cursorLength: ["characters in a cursor", count(limits.cursorLength)],
  recordsSorted: [
    "records in a table that is sorted, grouped, or counted with a filter",
    count(limits.recordsSorted),
  ],
  columnWidth: ["width of a column, in pixels", count(limits.columnWidth)],
  position: ["absolute value of the `order` of a table, view or column", count(limits.position)],
  spacesPerPerson: ["spaces that one person owns", count(limits.spacesPerPerson)],
  basesPerSpace: ["bases in a space", count(limits.basesPerSpace)],
  membersPerPlace: ["members of a space or a base, invited people included", count(limits.membersPerPlace)],
  emailsPerInvitation: ["e-mail addresses that one call invites", count(limits.emailsPerInvitation)],
  invitationsPerAddress: ["open invitations of one e-mail address", count(limits.invitationsPerAddress)],
  collaboratorsPerPage: ["members or invitations in a page of a list", count(limits.collaboratorsPerPage)],
  emailLength: ["characters in an e-mail address", count(limits.emailLength)],
  urlLength: ["characters in a URL", count(limits.urlLength)],
  clientsPerPerson: ["OAuth applications of a person", count(limits.clientsPerPerson)],
  secretsPerClient: ["secrets of an OAuth application", count(limits.secretsPerClient)],
  redirectUrisPerClient: ["redirect URIs of an OAuth application", count(limits.redirectUrisPerClient)],
  tokensPerPerson: ["personal access tokens of a person", count(limits.tokensPerPerson)],
  pluginsPerPerson: ["plugins of a person", count(limits.pluginsPerPerson)],
  pluginNameLength: ["characters in a plugin's name", count(limits.pluginNameLength)],
  pluginDescriptionLength: ["characters in a plugin's description", count(limits.pluginDescriptionLength)],
  pluginDetailLength: ["characters in a plugin's detailDesc", count(limits.pluginDetailLength)],
  pluginI18nBytes: ["texts of a plugin in all languages as JSON", "10 KB"],
  pluginConfigBytes: ["a plugin's config as JSON", "10 KB"],
  webhooksPerBase: ["webhooks of a base", count(limits.webhooksPerBase)],
  tablesPerWebhook: ["tables that a webhook names", count(limits.tablesPerWebhook)],
  eventBytes: [
    "`data` of an event as JSON, and `previous`; what is larger is left out",
    bytes(limits.eventBytes),
  ],
  receiverAnswerLength: [
    "characters that are kept of the response of a webhook's receiver",
    count(limits.receiverAnswerLength),
  ],
  changesDays: ["days that a cursor of changes is valid", count(limits.changesDays)],
  changesPerPage: ["changes of a base in an answer", count(limits.changesPerPage)],
  changesOfTable: [
    "changes of a table in an answer; more are one that says so",
    count(limits.changesOfTable),
  ],
  deliveryDays: ["days that deliveries of a webhook are kept", count(limits.deliveryDays)],
  deliveriesPerPage: ["deliveries in a page of a list", count(limits.deliveriesPerPage)],
  placesPerToken: ["spaces of a token, and bases of a token", count(limits.placesPerToken)],
  passwordLength: ["characters in a password (at least 8)", count(limits.passwordLength)],
  bodyDepth: ["nested arrays and objects in a body", count(limits.bodyDepth)],
  bodyMembers: ["members of one array or object in a body", count(limits.bodyMembers)],
  bodyValues: ["values in a body, arrays and objects included", count(limits.bodyValues)],
  thoroughValues: [
    "values in a body for which all issues are listed; for a larger body only the first",
    count(limits.thoroughValues),
  ],
  fetchedFileBytes: ["a file that is fetched from a URL", bytes(limits.fetchedFileBytes)],
  bodyBytes: ["the body of a request", bytes(limits.bodyBytes)],
  responseBytes: [
    "the body of a response; pages of lists become shorter instead",
    bytes(limits.responseBytes),
  ],
  commentBytes: ["a comment's content as JSON", bytes(limits.commentBytes)],
  commentsPerPage: ["comments in a page of a list", count(limits.commentsPerPage)],
  mentionsPerComment: ["mentions in a comment", count(limits.mentionsPerComment)],
  imagesPerComment: ["images in a comment", count(limits.imagesPerComment)],
  reactionsPerComment: ["reactions to a comment", count(limits.reactionsPerComment)],
  notificationDays: ["days that a notification is kept", count(limits.notificationDays)],
  idempotencyKeyLength: ["characters in an Idempotency-Key", count(limits.idempotencyKeyLength)],
  keptAnswerBytes: [
    "a response that is kept for its Idempotency-Key; of a larger one only the ids are kept",
    bytes(limits.keptAnswerBytes),
  ],
  refusedLines: ["lines in the file of the lines that an import refused", count(limits.refusedLines)],
  refusedBytes: ["their cells in that file", bytes(limits.refusedBytes)],
  refusedLineBytes: ["the cells of one of these lines", bytes(limits.refusedLineBytes)],
  ticketSeconds: ["seconds in which a ticket opens a socket", count(limits.ticketSeconds)],
  socketsPerPerson: ["sockets that a person has open", count(limits.socketsPerPerson)],
  socketTextsAtOnce: ["texts that a client sends at once through a socket", count(limits.socketTextsAtOnce)],
  socketTextsPerSecond: ["texts in a second after these", count(limits.socketTextsPerSecond)],
  basesPerSocket: ["bases that one socket watches", count(limits.basesPerSocket)],
  tablesPerWatch: ["tables that a socket names in a base", count(limits.tablesPerWatch)],
  socketTextBytes: ["a text that a client sends through a socket", bytes(limits.socketTextBytes)],
  peopleShownInView: ["people whom a socket shows in a view", count(limits.peopleShownInView)],
  issuesListed: ["issues that one error lists", count(limits.issuesListed)],
};

const limitsTable = `| limit | at most |
|---|---|
${Object.values(limitTexts)
  .map(([what, limit]) => `| ${what} | ${limit} |`)
  .join("\n")}`;

export const description = `Bases hold tables; tables hold fields, views and records. Everything is available over HTTP with JSON. This page as an
OpenAPI 3.1 document: [openapi.json](openapi.json).

### Authentication and permissions

Send a personal access token, or the access token of an OAuth application, with every call: \`Authorization: Bearer gridless_acc…\`.
A call is allowed if the caller's role allows it **and** the token has the scope **and** the token is for this space or base. A token
of an application is for every space and base that its user may open. The roles, the most powerful first: ${roles.join(", ")}.
Some calls need a user who is signed in with a browser (a session cookie). Access tokens cannot make these calls; requests other
than GET must send the header \`Origin\` with the address of this service, as browsers do.

<details><summary>Who may do what</summary>

_role at least_: this role and every higher one. _applications_: whether OAuth applications may have the scope of the call.

${accessTable()}

</details>

### Requests and responses

Bodies are JSON in UTF-8, at most ${bytes(limits.bodyBytes)}; calls that take a file also accept multipart/form-data. Times are
ISO 8601 in UTC with milliseconds. Members without a value are absent. Unknown members of a body are ignored, except in
\`options\`, \`filter\`, \`sort\`, \`group\`, \`shareMeta\` and \`columnMeta\`; there, and in a query string, they are a 400.
Lists in a query string repeat their key: \`projection[]=Name&projection[]=Count\`. A path with a trailing slash is redirected to the
path without it. HEAD works wherever GET does. Responses are compressed if \`Accept-Encoding\` takes br or gzip; bodies may be, with
\`Content-Encoding\`. Every response has the header \`x-request-id\`. Responses for one record have an \`ETag\`. Send it as \`If-Match\` when
you change or delete the record: if the record was changed in between, nothing happens and the response is 412.

### Errors

Every error has the shape \`{ "message", "status", "code", "data"? }\`. Pages respond with an error page instead, and the OAuth
endpoints with \`{ "error", "error_description" }\` (RFC 6749). If parts of a request are invalid, \`data.issues\` lists all of them,
each with its path, for example \`records[3].fields.Count\`. The order of the checks: 401 token; 404 things in the path (also if
the caller has no role there); 403 role or scope; 400 query and body; 404 things in the body.

### Retrying a request

Without a response, a client cannot know whether its request was carried out. Calls that take the header \`Idempotency-Key\` (1 to
${limits.idempotencyKeyLength} characters; a new one for each request, for example a UUID) can be retried with the same key for 24 hours. A request with
the same method, address and body is carried out once; retries get the first response again. Errors are not kept. Keys belong to the token, to the
application and its user, or to the signed-in user. A different request with the same key is a 422. A retry while the first request
is still running waits some seconds and is then a 409: retry later. For responses above ${bytes(limits.keptAnswerBytes)} only the ids are kept; a retry
shows these things in their present state. Secrets are never kept: a retry of a call that showed one is a 409 with \`data.ids\`.

<details><summary>Limits</summary>

${limitsTable}

</details>
`;
