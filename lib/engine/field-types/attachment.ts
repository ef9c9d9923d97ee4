import * as z from "zod";
import {
  attachmentsIn,
  attachmentText,
  filesIn,
  readAttachments,
} from "#lib/engine/field-types/shared/attachments";
import type { Attachment, FieldType } from "#lib/engine/field-types/shared/field-type";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import { pathOf, publicPart } from "#lib/schemas/records/file-token";

export const attachment: FieldType<Record<string, never>, Attachment[]> = {
  type: "attachment",
  defaultName: () => "Attachments",
  options: z.lazy(() => z.strictObject({})),
  initialOptions: () => ({}),
  cellValueType: "string",
  dbFieldType: () => "JSON",
  isMultiple: () => true,
  canBe: { primary: false, unique: false, notNull: true },
  family: () => "files",
  statistics: () => statisticsOf.files,
  read: (value, _options, { files }) => readAttachments(value, files),
  typecast: (value, _options, { files }) => attachmentsIn(value, files),
  json: (cell, _options, { addressOf }) =>
    cell.map((each) => ({
      ...each,
      path: pathOf(publicPart(each.token)),
      presignedUrl: addressOf(each),
    })),
  text: (cell) => cell.map(attachmentText).join(","),
  filesIn,
  ai: "files",
};
