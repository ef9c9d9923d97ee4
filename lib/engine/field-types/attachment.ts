import * as z from "zod";
import {
  attachmentsIn,
  attachmentText,
  filesIn,
  readAttachments,
} from "#lib/engine/field-types/shared/attachments";
import type { Attachment, CellContext, FieldType } from "#lib/engine/field-types/shared/field-type";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import { joinList } from "#lib/engine/values/lists";
import { pathOf, publicPart } from "#lib/schemas/records/file-token";
import { isPictureType, type Thumbnail } from "#lib/schemas/records/thumbnail";

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
  json: (cell, _options, context) => cell.map((each) => showAttachment(each, context)),
  text: (cell, _options, context) => cell.map(textFor(context)).join(","),
  written: (cell, _options, context) => joinList(cell.map(textFor(context)), ","),
  elements: (cell, _options, context) => cell.map(textFor(context)),
  filesIn,
  ai: "files",
};

/**
 * The attachment with the addresses of the file and, for an image, of its thumbnails. If these are not made, they have the address of the
 * file itself.
 */
function showAttachment(
  { thumbnails, ...attachment }: Attachment,
  { addressOf, hidesThumbnails }: CellContext,
) {
  const presignedUrl = addressOf(attachment);
  const thumbnailUrl = (which: Thumbnail) =>
    thumbnails?.includes(which) ? addressOf(attachment, which) : presignedUrl;
  return {
    ...attachment,
    path: pathOf(publicPart(attachment.token)),
    presignedUrl,
    ...(!hidesThumbnails &&
      isPictureType(attachment.mimetype) && {
        smThumbnailUrl: thumbnailUrl("sm"),
        lgThumbnailUrl: thumbnailUrl("lg"),
      }),
  };
}

/** A visitor of a share must not see tokens: they allow adding the file to records. */
const textFor = ({ hidesLinkIds }: CellContext) =>
  hidesLinkIds ? ({ name }: Attachment) => name : attachmentText;
