/** Every limit of the interface, in one place: the checks, their messages and the documentation take them from here. */
export const limits = {
  recordsPerCall: 1000,
  /** By which an upsert finds a record. */
  upsertFields: 3,
  /** By an upsert of which no field is unique. */
  recordsLookedThrough: 100_000,
  /** Records with their unique cells, fields, views: items of the store. */
  changesPerCall: 20_000,
  changedBytes: 32 * 1024 * 1024,
  recordsPerPage: 1000,
  skippedRecords: 10_000,
  fieldsPerTable: 500,
  /** All fields of a table with their options, which are one answer. */
  fieldsBytes: 3.5 * 1024 * 1024,
  viewsPerTable: 200,
  /** All views of a table, which are one answer. */
  viewsBytes: 3.5 * 1024 * 1024,
  tablesPerBase: 1000,
  /** Each takes 0.2 s to hash. */
  sharePasswordsPerCall: 5,
  choicesPerField: 500,
  peoplePerCell: 1000,
  /** Each is shown with an address of 1 to 2 KB, and a record must fit into an answer. */
  attachmentsPerRecord: 1000,
  /** Different ones. */
  filesPerCall: 2000,
  fileBytes: 100 * 1024 * 1024,
  /** Of a CSV file; what has no end by then is a quote that was not closed. */
  csvLineBytes: 16 * 1024 * 1024,
  textLength: 100_000,
  nameLength: 255,
  descriptionLength: 10_000,
  /** For a language model. */
  promptLength: 10_000,
  recordBytes: 380 * 1024,
  /** A field is one item of the store, and so are its choices. */
  fieldBytes: 380 * 1024,
  /** In days: of the history of records, and in the trash. */
  historyDays: 180,
  trashDays: 30,
  /** A cell before or after an edit, in the history; longer texts are cut. */
  historyValueBytes: 32 * 1024,
  filterDepth: 3,
  filterItems: 100,
  filterBytes: 100 * 1024,
  /** In the list of one item. */
  filterValues: 1000,
  /** Of `numberOfDays` in a filter: a hundred years. */
  filterDays: 36_500,
  groupFields: 3,
  /** Of the answer of a list; the first ones in its order. */
  groupPoints: 5000,
  groupPointsBytes: 1024 * 1024,
  /** That a request may sort by, and a view. */
  sortFields: 10,
  /** Characters that an order looks at; what a cursor holds for each field. */
  sortKeyLength: 100,
  searchLength: 255,
  /** Of one call: pairs of a field and a function. */
  statistics: 100,
  /** Of both together, and the groups': 100 characters of each field, of which JSON may make 6 bytes each, as base64. */
  cursorLength: 20_000,
  /** Of a table that is to be put in order, or counted: all of it is read. */
  recordsSorted: 500_000,
  columnWidth: 10_000,
  /** How far from 0 an `order` may be. */
  position: 1e12,
  /** Those he owns. */
  spacesPerPerson: 100,
  basesPerSpace: 1000,
  /** Of a space or a base; those who are awaited count too. */
  membersPerPlace: 10_000,
  /** One commit writes four items for each. */
  emailsPerInvitation: 20,
  /** Those waiting for one e-mail address are accepted in one commit. */
  invitationsPerAddress: 20,
  collaboratorsPerPage: 1000,
  emailLength: 254,
  urlLength: 2000,
  /** All of them with their longest descriptions are one answer. */
  clientsPerPerson: 50,
  secretsPerClient: 10,
  redirectUrisPerClient: 50,
  tokensPerPerson: 100,
  /** All of them with their longest texts are one answer. */
  pluginsPerPerson: 50,
  pluginNameLength: 20,
  pluginDescriptionLength: 150,
  pluginDetailLength: 3000,
  pluginLanguages: 20,
  pluginConfigBytes: 10 * 1024,
  webhooksPerBase: 20,
  tablesPerWebhook: 100,
  /** What an event carries as JSON. */
  eventBytes: 256 * 1024,
  /** Of what a receiver answers. */
  receiverAnswerLength: 1000,
  deliveryDays: 7,
  deliveriesPerPage: 50,
  /** Spaces, and as many bases. */
  placesPerToken: 100,
  passwordLength: 200,
  bodyDepth: 100,
  /** In one array or object. */
  bodyMembers: 10_000,
  /** In all: more than 500 cells of 1000 records. */
  bodyValues: 600_000,
  /** Of a larger body the first issue is enough: there could be half a million. */
  thoroughValues: 50_000,
  /** From an address, by us; larger ones are uploaded by whoever has them. */
  fetchedFileBytes: 20 * 1024 * 1024,
  bodyBytes: 4 * 1024 * 1024,
  responseBytes: 4 * 1024 * 1024,
  /** Its content as JSON. */
  commentBytes: 100 * 1024,
  commentsPerPage: 1000,
  /** Each is shown with his name and avatar. */
  mentionsPerComment: 100,
  /** With each a file is taken: all of it is one transaction. */
  imagesPerComment: 40,
  reactionsPerComment: 500,
  /** In days. */
  notificationDays: 180,
  idempotencyKeyLength: 255,
  /** As JSON; an item of the store holds it packed. */
  keptAnswerBytes: 300 * 1024,
  /** Issues that one answer lists; their total is in `data.total`. */
  issuesListed: 100,
} as const;
