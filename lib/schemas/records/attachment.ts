/* Files on their way into records: announced, uploaded, and told to be there. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { fileToken, type FileToken as Token } from "./file-token.ts";

/** Of which the first ten characters are known to whoever sees an attachment's id. */
export const FileToken = z
  .string()
  .regex(fileToken, "must be 24 letters or digits")
  .brand<"FileToken">()
  .meta({ id: "FileToken", example: "4mSa1Cw6nZ8tQ0Yh7Bx2Kp5R" });
export type FileToken = Token;

const ContentType = z
  .string()
  .max(limits.nameLength)
  .regex(/^[\w.+-]+\/[\w.+-]+(;[ -~]*)?$/, "must be a media type as image/png")
  .meta({ example: "image/png" });

export const NewUpload = z
  .object({
    contentType: ContentType,
    contentLength: z
      .int()
      .min(0)
      .max(limits.fileBytes, `must be at most ${limits.fileBytes}: the limit of a file in bytes`)
      .meta({ description: "In bytes, exactly." }),
    type: z.literal([1, 7]).meta({ description: "What it is for: 1 a record, 7 a comment." }),
  })
  .meta({ id: "NewUpload", examples: [{ contentType: "image/png", contentLength: 48_213, type: 1 }] });
export type NewUpload = z.infer<typeof NewUpload>;

export const Upload = z
  .object({
    url: z.string().meta({ description: "Where the bytes go, soon: whoever has it may send them." }),
    uploadMethod: z.literal("PUT"),
    token: FileToken,
    requestHeaders: z
      .record(z.string(), z.string())
      .meta({ description: "To be sent with the bytes, as they are: with others the upload is refused." }),
  })
  .meta({
    id: "Upload",
    examples: [
      {
        url: "https://files.example.org/attachments/4mSa1Cw6nZ?X-Amz-Signature=…",
        uploadMethod: "PUT",
        token: "4mSa1Cw6nZ8tQ0Yh7Bx2Kp5R",
        requestHeaders: { "Content-Type": "image/png", "Content-Length": "48213" },
      },
    ],
  });
export type Upload = z.infer<typeof Upload>;

export const UploadedFile = z
  .object({
    token: FileToken,
    size: z.int(),
    url: z.string().meta({ description: "Its lasting address, for whoever may read it." }),
    path: z.string(),
    mimetype: z.string(),
    width: z.int().optional().meta({ description: "Of an image, in pixels." }),
    height: z.int().optional(),
    presignedUrl: z
      .string()
      .meta({ description: "An address that is good for an hour, for whoever has it." }),
  })
  .meta({
    id: "UploadedFile",
    examples: [
      {
        token: "4mSa1Cw6nZ8tQ0Yh7Bx2Kp5R",
        size: 48_213,
        url: "https://gridless.example.org/attachments/4mSa1Cw6nZ8tQ0Yh7Bx2Kp5R",
        path: "attachments/4mSa1Cw6nZ",
        mimetype: "image/png",
        width: 640,
        height: 480,
        presignedUrl: "https://files.example.org/attachments/4mSa1Cw6nZ?X-Amz-Signature=…",
      },
    ],
  });
export type UploadedFile = z.infer<typeof UploadedFile>;
