import { clearBase } from "#lib/data/clear-base";
import { clearComments } from "#lib/data/clear-comments";
import { clearFields } from "#lib/data/clear-fields";
import { clearSpace } from "#lib/data/clear-space";
import { clearTable } from "#lib/data/clear-table";
import { clearTrash } from "#lib/data/empty-trash";
import { readNotifications } from "#lib/data/mark-notifications";
import { takeTurn } from "#lib/data/run-job";
import { consumer } from "#lib/events/consumer";

const pieces = {
  ...{ clearSpace, clearBase, clearTable, clearFields },
  ...{ clearTrash, clearComments, readNotifications },
};

export const handler = consumer(
  {
    summary: "Does the next piece of a job",
    changes: [{ entity: "job", kinds: ["created", "changed"], dueAt: "dueTime" }],
    batch: 1,
  },
  (change) => takeTurn(change, pieces, () => new Date().toISOString()),
);
