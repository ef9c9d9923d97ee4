/* Uploads of files: a signed URL is requested, the bytes are sent, the upload is confirmed (notify). */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { fileToken, type FileToken as Token } from "./file-token.ts";

/** The id of an attachment contains the first ten characters, so these are not secret. */
export const FileToken = z
  .string()
  .regex(fileToken, "must be 24 letters or digits")
  .brand<"FileToken">()
  .meta({ id: "FileToken", example: "4mSa1Cw6nZ8tQ0Yh7Bx2Kp5R" });
export type FileToken = Token;

export const ContentType = z
  .string()
  .max(limits.nameLength)
  .regex(/^[\w.+-]+\/[\w.+-]+(;[ -~]*)?$/, "must be a media type, for example image/png")
  .meta({ example: "image/png" });

export const NewUpload = z
  .object({
    contentType: ContentType,
    contentLength: z
      .int()
      .min(0)
      .max(limits.fileBytes, `must be at most ${limits.fileBytes} bytes`)
      .meta({ description: "The exact size in bytes." }),
    type: z.int().min(1).max(14).meta({
      description: "What the file is for. 7: a comment; all others: a record.",
    }),
    baseId: z.string().max(100).nullish().meta({ description: "Accepted and ignored." }),
    hash: z.string().max(1000).nullish().meta({ description: "Accepted and ignored." }),
    expiresIn: z
      .number()
      .nullish()
      .meta({ description: "Accepted and ignored: `url` works for 15 minutes." }),
  })
  .meta({ id: "NewUpload", examples: [{ contentType: "image/png", contentLength: 48_213, type: 1 }] });
export type NewUpload = z.infer<typeof NewUpload>;

/** The query of an address that names its file. */
export const NamedFile = z.strictObject({
  filename: z.string().min(1).max(limits.nameLength).optional().meta({
    description: "The name under which a browser saves the file.",
  }),
});

export const Upload = z
  .object({
    url: z
      .string()
      .meta({ description: "The signed URL to send the bytes to. It expires soon and needs no token." }),
    uploadMethod: z.literal("PUT"),
    token: FileToken,
    requestHeaders: z
      .record(z.string(), z.string())
      .meta({ description: "Send exactly these headers with the bytes; with others the upload is refused." }),
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
    url: z.string().meta({ description: "The permanent address; needs permission to read the file." }),
    path: z.string(),
    mimetype: z.string(),
    width: z.int().optional().meta({ description: "For images, in pixels." }),
    height: z.int().optional(),
    presignedUrl: z.string().meta({ description: "A signed URL, valid for an hour. It needs no token." }),
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
