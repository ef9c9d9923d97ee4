import { roleMay } from "#lib/access/roles";
import { backupEndings } from "#lib/data/backup/backup-endings";
import { copyEndings } from "#lib/data/copies/copy-endings";
import { type ImportItem, importKey } from "#lib/data/csv/imports";
import { type Pieces, takeTurn } from "#lib/data/jobs/run-job";
import { consumer } from "#lib/events/consumer";
import type { Role } from "#lib/schemas/basics/role";
import { getItem } from "#lib/store/store";

const mayExport = (role: Role) => roleMay(role, "base|table_export");
const mayCreate = (role: Role) => roleMay(role, "base|create");

/** Each job loads its own code. */
const pieces: Pieces = {
  clearSpace: async (job) => (await import("#lib/data/cleanup/clear-space")).clearSpace(job),
  clearBase: async (job) => (await import("#lib/data/cleanup/clear-base")).clearBase(job),
  clearTable: async (job) => (await import("#lib/data/cleanup/clear-table")).clearTable(job),
  clearFields: async (job) => (await import("#lib/data/cleanup/clear-fields")).clearFields(job),
  clearTrash: async (job) => (await import("#lib/data/cleanup/empty-trash")).clearTrash(job),
  clearComments: async (job) => (await import("#lib/data/cleanup/clear-comments")).clearComments(job),
  clearOrder: async (job) => (await import("#lib/data/cleanup/clear-order")).clearOrder(job),
  readNotifications: async (job) =>
    (await import("#lib/data/notifications/mark-notifications")).readNotifications(job),
  clearLinks: async (job) => (await import("#lib/data/links/clear-links")).clearLinks(job),
  followLinks: async (job) => (await import("#lib/data/links/follow-job")).followLinks(job),
  changeLinks: async (job) => (await import("#lib/data/link-fields/change-links")).changeLinks(job),
  textOfLinks: async (job) => (await import("#lib/data/link-fields/text-of-links")).textOfLinks(job),
  moveBases: async (job) => (await import("#lib/data/trash/trash-space")).moveBases(job),
  makeIndex: async (job) => (await import("#lib/data/indexes/index-jobs")).makeIndex(job),
  dropIndex: async (job) => (await import("#lib/data/indexes/index-jobs")).dropIndex(job),
  sweepIndexes: async (job) => (await import("#lib/data/indexes/sweep-indexes")).sweepIndexes(job),
  sortRows: async (job) => (await import("#lib/data/rows/sort-many-rows")).sortManyRows(job),
  importRecords: async (job) =>
    (await import("#lib/data/csv/import-records")).importRecords(job, {
      mayImport: (role) => roleMay(role, "table|import"),
      mayCreate: (role) => roleMay(role, "record|create"),
    }),
  updateWhere: async (job) =>
    (await import("#lib/data/where/run-where")).updateByJob(job, (role) => roleMay(role, "record|update")),
  deleteWhere: async (job) =>
    (await import("#lib/data/where/run-where")).deleteByJob(job, (role) => roleMay(role, "record|delete")),
  exportBase: async (job) => (await import("#lib/data/backup/export-base")).exportBase(job, mayExport),
  importBase: async (job) => (await import("#lib/data/backup/import-base")).importBase(job, mayCreate),
  duplicateBase: async (job) =>
    (await import("#lib/data/backup/duplicate-base")).duplicateBase(job, { mayExport, mayCreate }),
  duplicateField: async (job) =>
    (await import("#lib/data/copies/copy-cells")).runFieldCopy(job, (role) => roleMay(role, "field|create")),
  duplicateTable: async (job) =>
    (await import("#lib/data/copies/copy-records")).runTableCopy(job, (role) =>
      roleMay(role, "table|create"),
    ),
};

export const handler = consumer(
  {
    summary: "Run the next step of a job",
    changes: [{ entity: "job", kinds: ["created", "changed"], dueAt: "dueTime" }],
    batch: 1,
  },
  (change) =>
    takeTurn(
      change,
      pieces,
      () => new Date().toISOString(),
      { ...copyEndings, ...backupEndings },
      async ({ id, kind }) =>
        kind === "importRecords" ? (await getItem<ImportItem>(importKey(id)))?.line : undefined,
    ),
);
