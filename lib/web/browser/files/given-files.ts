/* Files that are dropped or pasted. What a browser gives is there only while its event is handled. */

/** The files of a drop; folders are not among them. */
export function droppedFiles(data: DataTransfer | null): { files: File[]; hasFolder: boolean } {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === "file");
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory === true;
  const files = items.flatMap((item) => (isFolder(item) ? [] : (item.getAsFile() ?? [])));
  return { files, hasFolder: items.some(isFolder) };
}

/** What of a clipboard is asked. */
interface Clipboard {
  files: Iterable<File>;
  types: readonly string[];
  getData: (type: string) => string;
}

/** The files of a clipboard. Spreadsheets put a picture of their cells beside these: then it has none. */
export function pastedFiles(data: Clipboard | null): File[] {
  if (!data || data.types.some((type) => type.startsWith("application/x-gridless"))) return [];
  return /<table/i.test(data.getData("text/html")) ? [] : [...data.files];
}

/** Whether what is dragged over the page are files. */
export const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes("Files") ?? false;
