/* Exports of bases, and imports of such files. */
import * as z from "zod";
import { BaseId, JobId, SpaceId } from "#lib/schemas/basics/ids";
import { refused } from "#lib/schemas/basics/refused";
import { Name } from "#lib/schemas/basics/text";
import { FileToken } from "#lib/schemas/records/attachment";

export const BaseExport = z
  .object({
    attachments: z
      .boolean()
      .default(false)
      .meta({ description: "Whether the file has the attachments, too." }),
  })
  .meta({ id: "BaseExport", examples: [{ attachments: false }] });
export type BaseExport = z.infer<typeof BaseExport>;

export const StartedBaseExport = z.object({ jobId: JobId }).meta({ id: "StartedBaseExport" });
export type StartedBaseExport = z.infer<typeof StartedBaseExport>;

export const BaseImport = z
  .object({
    token: FileToken.meta({
      description: "The token of an export that you uploaded like an attachment (signature, bytes, notify).",
    }),
    name: Name.optional().meta({ description: "The name of the new base. Default: that in the file." }),
  })
  .meta({ id: "BaseImport", examples: [{ token: "4mSa1Cw6nZ8tQ0Yh4mSa1Cw6" }] });
export type BaseImport = z.infer<typeof BaseImport>;

export const StartedBaseImport = z
  .object({
    baseId: BaseId.meta({ description: "The base, which exists when the job is done." }),
    jobId: JobId,
  })
  .meta({ id: "StartedBaseImport" });
export type StartedBaseImport = z.infer<typeof StartedBaseImport>;

export const BaseFileImport = z
  .object({
    notify: z.object({ token: FileToken }).meta({
      description: "The answer of `POST /attachments/notify/{token}` for the file; only `token` counts.",
    }),
    spaceId: SpaceId.meta({ description: "The space of the new base." }),
    name: BaseImport.shape.name,
  })
  .meta({
    id: "BaseFileImport",
    examples: [{ notify: { token: "4mSa1Cw6nZ8tQ0Yh4mSa1Cw6" }, spaceId: "spc4mSa1Cw6nZ8tQ0Yh" }],
  });
export type BaseFileImport = z.infer<typeof BaseFileImport>;

const IdMap = z.record(z.string(), z.string());

export const StartedBaseFileImport = z
  .object({
    base: z
      .object({ id: BaseId, name: Name, spaceId: SpaceId })
      .meta({ description: "The new base, which exists when the job is done." }),
    tableIdMap: IdMap.meta({ description: "The new id of each table of the file, by the old one." }),
    fieldIdMap: IdMap.meta({ description: "The same for fields." }),
    viewIdMap: IdMap.meta({ description: "The same for views." }),
    jobId: JobId,
  })
  .meta({ id: "StartedBaseFileImport" });
export type StartedBaseFileImport = z.infer<typeof StartedBaseFileImport>;

export const BaseDuplicate = z
  .object({
    fromBaseId: BaseId.meta({ description: "The base that is copied." }),
    spaceId: SpaceId.meta({ description: "The space of the copy." }),
    withRecords: z.boolean().default(false).meta({ description: "Whether the records are copied, too." }),
    name: Name.optional().meta({ description: 'Default: the name of the base and " copy".' }),
    baseId: refused(
      "a base cannot be copied into an existing one",
      "Copying into an existing base is a 400.",
    ),
  })
  .meta({
    id: "BaseDuplicate",
    examples: [{ fromBaseId: "bse4mSa1Cw6nZ8tQ0Yh", spaceId: "spc4mSa1Cw6nZ8tQ0Yh", withRecords: true }],
  });
export type BaseDuplicate = z.infer<typeof BaseDuplicate>;

export const StartedBaseDuplicate = z
  .object({
    id: BaseId.meta({ description: "The copy, which exists when the job is done." }),
    name: Name,
    spaceId: SpaceId,
    jobId: JobId,
  })
  .meta({ id: "StartedBaseDuplicate" });
export type StartedBaseDuplicate = z.infer<typeof StartedBaseDuplicate>;
