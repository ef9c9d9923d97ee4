/** All limits of the API. The checks, their messages and the documentation read them from here. */
export const limits = {
  recordsPerCall: 1000,
  /** Fields by which an upsert finds a record. */
  upsertFields: 3,
  /** Records that an upsert reads if none of its fields is unique. */
  recordsLookedThrough: 100_000,
  /** Items of the store: records, their unique cells, fields and views. */
  changesPerCall: 20_000,
  /** Existing records that a change of a field writes, each with a guard: in one commit. */
  recordsWithField: 9000,
  changedBytes: 32 * 1024 * 1024,
  recordsPerPage: 1000,
  skippedRecords: 10_000,
  fieldsPerTable: 500,
  /** Jobs that copy a table, or one of its fields, at the same time. */
  copiesPerTable: 5,
  /** Jobs that fill cells of a table by language models, at the same time. */
  fillsPerTable: 20,
  /** All fields of a table with their options; one response holds them. */
  fieldsBytes: 3.5 * 1024 * 1024,
  viewsPerTable: 200,
  /** All views of a table; one response holds them. */
  viewsBytes: 3.5 * 1024 * 1024,
  tablesPerBase: 1000,
  /** Hashing one takes 0.2 s. */
  sharePasswordsPerCall: 5,
  choicesPerField: 500,
  choiceIdLength: 64,
  peoplePerCell: 1000,
  /** Links in a cell of a request. As other records link to it, a cell may grow beyond that. */
  linksPerCell: 1000,
  /** Link fields that show the records of one table; they are read with its schema. */
  linkFieldsToTable: 500,
  /** Links of one cell, however they came there. */
  linksInAll: 20_000,
  /** Links with titles that a record keeps itself, for each of its cells; lists, sorts, filters and searches see these. */
  linksKept: 100,
  /** Each is shown with a URL of 1 to 2 KB, and a record must fit into a response. */
  attachmentsPerRecord: 1000,
  /** With more in a record, pictures are shown without the URLs of thumbnails, so that the record fits into a response. */
  attachmentsWithThumbnails: 400,
  /** Distinct files. */
  filesPerCall: 2000,
  fileBytes: 100 * 1024 * 1024,
  /** A file that a visitor adds to a shared form, and how many one answer has. */
  formFileBytes: 20 * 1024 * 1024,
  formFiles: 20,
  /** All files that a page without a script sends with its answers, which are one body. */
  typedFilesBytes: 3 * 1024 * 1024,
  /** Of an uploaded avatar. */
  avatarBytes: 3 * 1024 * 1024,
  /** The size of a picture that gets thumbnails. */
  pictureBytes: 20 * 1024 * 1024,
  /** The pixels of such a picture: with 16 bits a channel, so many take 640 MB while a thumbnail is made. */
  picturePixels: 50_000_000,
  /** A longer line of a CSV file has a quote that was not closed. */
  csvLineBytes: 16 * 1024 * 1024,
  /** For a workbook (XLSX): the unpacked XML of one sheet, and that of the texts that cells share. */
  sheetBytes: 512 * 1024 * 1024,
  sharedTextBytes: 64 * 1024 * 1024,
  sheetsPerFile: 200,
  textLength: 100_000,
  nameLength: 255,
  /** A question of a form, and its help. */
  questionLength: 1000,
  descriptionLength: 10_000,
  /** The prompt for a language model. */
  promptLength: 10_000,
  recordBytes: 380 * 1024,
  /** A field with its choices is one item of the store. */
  fieldBytes: 380 * 1024,
  /** Days that the history of records is kept. */
  historyDays: 180,
  /** Operations of a window in a table that can be undone; each for a day. */
  operationsKept: 100,
  /** Characters of the header `X-Window-Id`. */
  windowIdLength: 100,
  /** Days that deleted things stay in the trash. */
  trashDays: 30,
  /** A cell before or after an edit, in the history; longer texts are cut. */
  historyValueBytes: 32 * 1024,
  filterDepth: 3,
  filterItems: 100,
  filterBytes: 100 * 1024,
  /** Values in the list of one filter item. */
  filterValues: 1000,
  /** `numberOfDays` in a filter: a hundred years. */
  filterDays: 36_500,
  groupFields: 3,
  /** Group points in the response of a list; the first ones in its order. */
  groupPoints: 5000,
  groupPointsBytes: 1024 * 1024,
  /** Fields of a table that have an index because it was declared. */
  declaredIndexes: 5,
  /** Fields that a request or a view may sort by. */
  sortFields: 10,
  /** Characters of a text that are compared when sorting. */
  sortKeyLength: 100,
  /** Linked records that the lookups of one call read. */
  recordsLookedUp: 50_000,
  /** Linked records that one answer may show beside the cells that link them, and link fields of one level. */
  recordsExpanded: 5000,
  fieldsExpanded: 20,
  /** Elements of the cell of a lookup: a cell of lookups of lookups multiplies them. */
  lookedUpInCell: 20_000,
  /** Units of work of all formulas and lookups in one call: some seconds. A cell takes about as many as its formula has parts. */
  formulaWork: 10_000_000,
  /** The work of the formulas of one record: other requests wait until it is done. */
  formulaWorkOfRecord: 1_500_000,
  searchLength: 255,
  /** A query that is saved, as JSON. */
  savedQueryBytes: 300 * 1024,
  /** Days of a calendar in one call. */
  calendarDays: 400,
  /** Pairs of a field and a function in one call. */
  statistics: 100,
  /** Statistics of each row of a query about a base. */
  selectedStatistics: 20,
  /** Cursors of sorted lists have up to 1,800. Earlier ones hold `sortKeyLength` characters for each field, up to 6 bytes each, in base64. */
  cursorLength: 20_000,
  /** Records of a table that is sorted, grouped or counted: all of them are read. */
  recordsSorted: 500_000,
  columnWidth: 10_000,
  /** The largest absolute value of an `order`. */
  position: 1e12,
  /** Spaces that one user owns. */
  spacesPerPerson: 100,
  basesPerSpace: 1000,
  /** Members of a space or a base, open invitations included. */
  membersPerPlace: 10_000,
  /** One commit writes four items for each address. */
  emailsPerInvitation: 20,
  /** Invitation links of a space or base. */
  linksPerPlace: 100,
  /** All invitations of one e-mail address are accepted in one commit. */
  invitationsPerAddress: 20,
  collaboratorsPerPage: 1000,
  emailLength: 254,
  urlLength: 2000,
  /** One response holds all of them with their longest descriptions. */
  clientsPerPerson: 50,
  secretsPerClient: 10,
  redirectUrisPerClient: 50,
  tokensPerPerson: 100,
  /** One response holds all of them with their longest texts. */
  pluginsPerPerson: 50,
  pluginNameLength: 20,
  pluginDescriptionLength: 150,
  pluginDetailLength: 3000,
  pluginI18nBytes: 10 * 1024,
  pluginConfigBytes: 10 * 1024,
  webhooksPerBase: 20,
  tablesPerWebhook: 100,
  /** The `data` of an event as JSON. */
  eventBytes: 256 * 1024,
  /** Characters kept of a receiver's response. */
  receiverAnswerLength: 1000,
  deliveryDays: 7,
  deliveriesPerPage: 50,
  /** How long a cursor of changes is valid. */
  changesDays: 7,
  changesPerPage: 1000,
  /** More changes of a table in one answer are replaced by one that says so. */
  changesOfTable: 2000,
  /** The limit for spaces, and the same limit for bases. */
  placesPerToken: 100,
  passwordLength: 200,
  bodyDepth: 100,
  /** Members of one array or object. */
  bodyMembers: 10_000,
  /** Values in the whole body: more than 500 cells for each of 1000 records. */
  bodyValues: 600_000,
  /** For a larger body only the first issue is reported: there could be half a million. */
  thoroughValues: 50_000,
  /** A file that the service fetches from a URL. Clients upload larger files themselves. */
  fetchedFileBytes: 20 * 1024 * 1024,
  bodyBytes: 4 * 1024 * 1024,
  responseBytes: 4 * 1024 * 1024,
  /** The content as JSON. */
  commentBytes: 100 * 1024,
  commentsPerPage: 1000,
  /** Each is shown with a name and an avatar. */
  mentionsPerComment: 100,
  /** One transaction also claims the file of each image. */
  imagesPerComment: 40,
  reactionsPerComment: 500,
  /** Days that a notification is kept. */
  notificationDays: 180,
  idempotencyKeyLength: 255,
  /** The answer as JSON; the store holds it compressed in one item. */
  keptAnswerBytes: 300 * 1024,
  /** Lines that the file of the refused lines of an import lists, and bytes of their cells; a longer line is named without its cells. */
  refusedLines: 10_000,
  refusedBytes: 16 * 1024 * 1024,
  refusedLineBytes: 64 * 1024,
  /** Seconds in which a ticket opens a socket. */
  ticketSeconds: 60,
  socketsPerPerson: 100,
  /** Texts that a client sends at once through a socket, and then in a second. */
  socketTextsAtOnce: 50,
  socketTextsPerSecond: 5,
  basesPerSocket: 20,
  /** Tables that a connection names; without a list it hears of all tables of the base. */
  tablesPerWatch: 200,
  /** A text of a client, in bytes: API Gateway closes connections that send larger frames. */
  socketTextBytes: 32 * 1024,
  /** People whom others see in a view. */
  peopleShownInView: 25,
  /** Issues that one response lists; `data.total` counts all. */
  issuesListed: 100,
} as const;
