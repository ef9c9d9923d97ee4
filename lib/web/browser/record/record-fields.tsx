/* The cells of a record, whole. */
import type { ComponentChildren } from "preact";
import type { Field } from "#lib/schemas/tables/field";
import { cellText } from "../cells/cell-text.ts";
import { appTexts } from "../texts.ts";

interface RecordFieldsProps {
  baseId: string;
  /** In the order in which they are shown. */
  fields: readonly Field[];
  cells: { readonly [fieldId: string]: unknown };
}

export const RecordFields = ({ baseId, fields, cells }: RecordFieldsProps) => (
  <dl class="fields">
    {fields.map((field) => (
      <div key={field.id}>
        <dt>{field.name}</dt>
        <dd>{cellOf(field, cells[field.id], baseId)}</dd>
      </div>
    ))}
  </dl>
);

interface ShownFile {
  id: string;
  name: string;
  presignedUrl: string;
  smThumbnailUrl?: string;
}

function cellOf(field: Field, value: unknown, baseId: string): ComponentChildren {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
    return <span class="note">{appTexts.empty}</span>;
  const each: unknown[] = [value].flat();
  if (field.type === "attachment") return <Files files={each.filter(isFile)} />;
  const { foreignTableId, baseId: other } = field.options;
  if (field.type === "link" && !field.isLookup && typeof foreignTableId === "string")
    return (
      <Links field={field} records={each.filter(isLinked)} table={`${other ?? baseId}/${foreignTableId}`} />
    );
  const text = cellText(field, value);
  return /^https?:\/\/\S+$/.test(text) ? (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    text
  );
}

const isFile = (value: unknown): value is ShownFile =>
  typeof value === "object" && value !== null && "presignedUrl" in value;

const isLinked = (value: unknown): value is { id: string } =>
  typeof value === "object" && value !== null && "id" in value;

const Links = ({ field, records, table }: { field: Field; records: { id: string }[]; table: string }) => (
  <ul class="chips">
    {records.map((record) => (
      <li key={record.id}>
        <a href={`/app/${table}?record=${record.id}`}>{cellText(field, record) || appTexts.unnamed}</a>
      </li>
    ))}
  </ul>
);

const Files = ({ files }: { files: ShownFile[] }) => (
  <ul class="files">
    {files.map(({ id, name, presignedUrl, smThumbnailUrl }) => (
      <li key={id}>
        <a href={presignedUrl} target="_blank" rel="noopener noreferrer">
          {smThumbnailUrl && <img src={smThumbnailUrl} alt="" loading="lazy" />}
          <span>{name}</span>
        </a>
      </li>
    ))}
  </ul>
);
