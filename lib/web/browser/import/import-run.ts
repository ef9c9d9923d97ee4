/* One import, from the chosen file until the server works on it: the file is sent, looked into, and begun. */
import { signal } from "@preact/signals";
import type { Base } from "#lib/schemas/tables/base";
import type { ImportPreview, StartedImport } from "#lib/schemas/tables/csv";
import type { Field } from "#lib/schemas/tables/field";
import type { Space } from "#lib/schemas/tables/space";
import { callApi, describeProblem, newCallKey } from "../call.ts";
import { sendFile } from "../files/send-file.ts";
import { findOrMakeSpace } from "../find-space.ts";
import { isBuilder } from "../roles.ts";
import { type ColumnChoice, columnsToSend, proposeFields } from "./columns.ts";
import { mediaTypeOf, titleOfFile } from "./file-kind.ts";
import { type RunningImport, rememberImport } from "./running.ts";

/** Where a file goes: into a new base, a new table of a base, or a table that is there. */
export type FileTarget =
  | { kind: "base"; spaces: Space[]; bases: Base[] }
  | { kind: "table"; baseId: string }
  | { kind: "rows"; baseId: string; tableId: string; fields: Field[] };

/** How the file is written, where the person says it; otherwise as the server finds. */
interface FileFormat {
  header: boolean;
  delimiter?: string;
  encoding?: string;
  sheet?: string;
}

/** What the form says. */
export interface ImportWish {
  baseName: string;
  spaceId: string;
  tableName: string;
  onBadCell: string;
  createLinked: boolean;
}

/** The server reads all rows of a workbook before it answers, which may take 20 s. */
const longest = 60_000;

export class ImportRun {
  /** The share of the file that has been sent, from 0 to 1; `undefined` when all has arrived. */
  readonly sent = signal<number | undefined>(0);
  readonly isLooking = signal(false);
  readonly problem = signal("");
  readonly preview = signal<ImportPreview | undefined>(undefined);
  readonly format = signal<FileFormat>({ header: true });
  /** For a new table. */
  readonly choices = signal<(ColumnChoice | null)[]>([]);
  /** For a table that is there: the id of the field of each column. */
  readonly fieldIds = signal<(string | null)[]>([]);
  #token = "";
  #made: Base | undefined;
  #looks = 0;
  #hasBegun = false;
  #beginning: Promise<unknown> | undefined;
  /** The last request to begin, and its key: sent again unchanged it is done once. */
  #asked = { body: "", key: "" };
  readonly #ending = new AbortController();

  readonly file: File;
  readonly target: FileTarget;

  constructor(file: File, target: FileTarget) {
    this.file = file;
    this.target = target;
  }

  /** Sends the file, and looks into it. What goes wrong is in `problem`. */
  async send(): Promise<void> {
    try {
      const { signal } = this.#ending;
      const onSent = (share: number) => (this.sent.value = share);
      ({ token: this.#token } = await sendFile(this.file, { signal, onSent }, mediaTypeOf(this.file.name)));
      this.sent.value = undefined;
      await this.look({});
    } catch (error) {
      if (!this.#ending.signal.aborted) this.problem.value = describeProblem(error);
    }
  }

  /** Looks into the file again, written in another way. The columns are proposed anew. */
  async look(format: Partial<FileFormat>): Promise<void> {
    this.format.value = { ...this.format.value, ...format };
    const preview = await this.#ask(undefined);
    if (!preview) return;
    this.choices.value = preview.columns.map(
      (column) => column && { isTaken: true, name: column.name, type: column.type },
    );
    if (this.target.kind === "rows")
      this.fieldIds.value = proposeFields(preview.columns, this.target.fields, this.format.value.header);
  }

  /** Gives a column another type, and looks which of its cells fit. */
  async chooseType(at: number, type: string): Promise<void> {
    const columns = this.preview.value?.columns;
    if (!columns) return;
    this.choose(at, { type });
    await this.#ask(columnsToSend(columns, this.choices.value, { withAll: true }));
  }

  choose(at: number, change: Partial<ColumnChoice>): void {
    this.choices.value = this.choices.value.map((each, i) =>
      i === at && each ? { ...each, ...change } : each,
    );
  }

  /** A preview; undefined if it was refused, or another one was asked for meanwhile. */
  async #ask(columns: unknown): Promise<ImportPreview | undefined> {
    const look = ++this.#looks;
    this.isLooking.value = true;
    this.problem.value = "";
    try {
      const baseId = await this.#findBase();
      const body = { token: this.#token, ...this.format.value, ...(columns !== undefined && { columns }) };
      const path = `/base/${baseId}/import/preview`;
      const preview = await callApi<ImportPreview>("POST", path, body, false, { timeout: longest });
      if (look !== this.#looks) return undefined;
      this.preview.value = preview;
      return preview;
    } catch (error) {
      if (look === this.#looks && !this.#ending.signal.aborted) this.problem.value = describeProblem(error);
      return undefined;
    } finally {
      if (look === this.#looks) this.isLooking.value = false;
    }
  }

  /** A base in which a file may be looked into, which writes nothing. Who has none yet gets the new one now. */
  async #findBase(): Promise<string> {
    if (this.target.kind !== "base") return this.target.baseId;
    const known = this.#made ?? this.target.bases.find(({ role }) => isBuilder(role));
    return (known ?? (await this.#makeBase({ baseName: titleOfFile(this.file.name), spaceId: "" }))).id;
  }

  async #makeBase({ baseName, spaceId }: Pick<ImportWish, "baseName" | "spaceId">): Promise<Base> {
    if (this.target.kind !== "base") throw new Error("no base is wanted");
    const space = spaceId || (await findOrMakeSpace());
    this.#made = await callApi<Base>("POST", "/base", { spaceId: space, name: baseName });
    if (this.#ending.signal.aborted) await this.leave();
    return this.#made;
  }

  /** The base that was made already has a space. */
  get spaceId(): string | undefined {
    return this.#made?.spaceId;
  }

  /** Begins the import. Throws what refuses it: then nothing was imported. */
  begin(wish: ImportWish): Promise<RunningImport> {
    const beginning = this.#begin(wish);
    this.#beginning = beginning.catch(() => {});
    return beginning;
  }

  async #begin(wish: ImportWish): Promise<RunningImport> {
    const { onBadCell } = wish;
    const how = { token: this.#token, ...this.format.value, onBadCell };
    const { target } = this;
    if (target.kind === "rows")
      return this.#start(target.baseId, `/table/${target.tableId}/import`, {
        ...how,
        fieldKeyType: "id",
        columns: this.fieldIds.value,
        ...(wish.createLinked && { createLinked: true }),
      });
    const baseId = target.kind === "base" ? (await this.#nameBase(wish)).id : target.baseId;
    const columns = columnsToSend(this.preview.value?.columns ?? [], this.choices.value);
    return this.#start(baseId, `/base/${baseId}/import`, { ...how, name: wish.tableName, columns });
  }

  async #nameBase(wish: ImportWish): Promise<Base> {
    const base = this.#made ?? (await this.#makeBase(wish));
    if (base.name === wish.baseName) return base;
    this.#made = await callApi<Base>("PATCH", `/base/${base.id}`, { name: wish.baseName });
    return this.#made;
  }

  async #start(baseId: string, path: string, asked: object): Promise<RunningImport> {
    const body = JSON.stringify([path, asked]);
    if (body !== this.#asked.body) this.#asked = { body, key: newCallKey() };
    const started = await callApi<StartedImport>("POST", path, asked, this.#asked.key, { timeout: longest });
    this.#hasBegun = true;
    const made = ({ base: "base", table: "table", rows: "nothing" } as const)[this.target.kind];
    const running = { ...started, name: this.file.name, baseId, made };
    rememberImport(running);
    return running;
  }

  /** Ends what has not begun: the file is not sent further, and a base that was made for it goes. */
  async leave(): Promise<void> {
    this.#ending.abort();
    await this.#beginning;
    if (this.#hasBegun || !this.#made) return;
    const { id } = this.#made;
    this.#made = undefined;
    await callApi("DELETE", `/base/${id}`);
  }
}
