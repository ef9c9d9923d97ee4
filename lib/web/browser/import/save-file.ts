/* Lets the browser save a file of the server. */
import { callApi } from "../call.ts";

/** The call answers with an address of the file that works for some minutes, and says itself that it is to be saved. */
export async function saveFile(path: string): Promise<void> {
  const { url } = await callApi<{ url: string }>("GET", path);
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}
