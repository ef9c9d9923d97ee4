/* Where the bytes of a file are: in the request, or at an address. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";

export const FileSource = z
  .object({
    fileUrl: z.string().max(limits.urlLength).optional().meta({
      description:
        "An address on the internet that begins with https:// and answers with the file; up to five redirects are followed, each to such an address.",
    }),
    file: z.file("must be a file, in a body of multipart/form-data").optional(),
  })
  .superRefine(({ fileUrl, file }, context) => {
    const message =
      fileUrl === undefined
        ? file === undefined && "is missing: send it, or the file itself in a body of multipart/form-data"
        : file !== undefined && "must be left out where the file itself is sent";
    if (message) context.addIssue({ code: "custom", path: ["fileUrl"], message });
  })
  .meta({
    id: "FileSource",
    description: "An address in JSON, or the file itself as the part `file` of multipart/form-data.",
    examples: [{ fileUrl: "https://example.org/photo.png" }],
  });
export type FileSource = z.infer<typeof FileSource>;
