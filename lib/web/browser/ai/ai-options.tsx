/* How a language model fills a field: whether, which one, by which words, when, and what is sent to it. */
import { useRef } from "preact/hooks";
import { type AiTask, aiTasksOf } from "#lib/engine/field-types/shared/ai-tasks";
import type { AiModels } from "#lib/schemas/tables/ai";
import type { Field } from "#lib/schemas/tables/field";
import type { FieldDraft, FieldOptionValues } from "../fields/draft.ts";
import { CheckInput, Labelled, SelectInput, TextInput } from "../fields/inputs.tsx";
import { rulesOf } from "../fields/kinds.ts";
import { useAnswer } from "../fields/options/use-answer.ts";
import { fieldInPrompt, fieldsOfPrompt, showPrompt, storePrompt, unknownInPrompt } from "./prompt-text.ts";
import { aiTexts } from "./texts.ts";

interface AiOptionsProps {
  draft: FieldDraft;
  /** All fields of the table. */
  fields: readonly Field[];
  /** The field that is changed; undefined for a new one. */
  field: Field | undefined;
  set: (change: Partial<FieldDraft>) => void;
}

const textOf = (config: FieldOptionValues, name: string): string => String(config[name] ?? "");

/** Nothing for a type that no model fills. */
export function AiOptions({ draft, fields, field, set }: AiOptionsProps) {
  const use = rulesOf(draft.kind).ai;
  const { answer, problem } = useAnswer<AiModels>(use ? "/ai/models" : "");
  // images are not made by any model yet
  if (!use || use === "files") return null;
  const tasks: readonly AiTask[] = aiTasksOf[use];
  const others = fields.filter(({ id, type }) => id !== field?.id && type !== "button");
  const models = answer?.models ?? [];
  const { aiConfig } = draft;
  function begin() {
    const [type] = tasks;
    const [first] = others;
    set({
      aiConfig: {
        modelKey: models[0]?.modelKey ?? "",
        type,
        sourceFieldId: first?.id ?? "",
        isAutoFill: true,
      },
    });
  }
  return (
    <>
      <CheckInput
        path="aiConfig"
        text={aiTexts.isFilled}
        hint={problem}
        value={aiConfig !== undefined}
        change={(isOn) => (isOn ? begin() : set({ aiConfig: undefined }))}
      />
      {aiConfig && answer && (
        <Config
          {...{ tasks, models, config: aiConfig }}
          fields={others}
          hasChoices={use === "oneChoice" || use === "choices"}
          set={(change) => set({ aiConfig: withChange(aiConfig, change) })}
        />
      )}
    </>
  );
}

/** The settings with a change; another task has what all tasks have, and what it needs itself. */
function withChange(config: FieldOptionValues, change: FieldOptionValues): FieldOptionValues {
  if (
    change["type"] === undefined ||
    (change["type"] === "customization") === (config["type"] === "customization")
  ) {
    const { targetLanguage, ...rest } = { ...config, ...change };
    return { ...rest, ...(rest["type"] === "translation" && { targetLanguage: targetLanguage ?? "" }) };
  }
  const { modelKey, isAutoFill, attachPrompt, sourceFieldId, type, prompt } = { ...config, ...change };
  return {
    ...{ modelKey, type, isAutoFill, attachPrompt },
    ...(type === "customization" ? { prompt: prompt ?? "" } : { sourceFieldId: sourceFieldId ?? "" }),
    ...(type === "translation" && { targetLanguage: "" }),
  };
}

interface ConfigProps {
  tasks: readonly AiTask[];
  models: AiModels["models"];
  config: FieldOptionValues;
  /** Those that it may read. */
  fields: readonly Field[];
  hasChoices: boolean;
  set: (change: FieldOptionValues) => void;
}

function Config({ tasks, models, config, fields, hasChoices, set }: ConfigProps) {
  const key = textOf(config, "modelKey");
  const type = textOf(config, "type");
  const isOwn = type === "customization";
  const isKnown = models.some(({ modelKey }) => modelKey === key);
  const files = fields.filter((each) => each.type === "attachment");
  const chosen = [config["attachmentFieldIds"] ?? []].flat().map(String);
  const named = isOwn
    ? [...fieldsOfPrompt(textOf(config, "prompt"), fields), ...files.filter(({ id }) => chosen.includes(id))]
    : fields.filter(({ id }) => id === config["sourceFieldId"]);
  const choices = [
    ...(isKnown ? [] : [[key, key && aiTexts.notConfigured(key)] as const]),
    ...models.map(
      ({ modelKey, takesImages }) =>
        [modelKey, takesImages ? aiTexts.withImages(modelKey) : modelKey] as const,
    ),
  ];
  return (
    <>
      {models.length === 0 && (
        <div class="note">
          <p>{aiTexts.noModels}</p>
          <p>{aiTexts.howToSet}</p>
        </div>
      )}
      {models.length > 0 && key !== "" && !isKnown && (
        <p class="wrong">{aiTexts.notUsable(key, models.map(({ modelKey }) => modelKey).join(", "))}</p>
      )}
      <div class="beside">
        {models.length > 0 ? (
          <SelectInput
            path="aiConfig.modelKey"
            text={aiTexts.model}
            isNeeded
            value={key}
            choices={choices}
            change={(modelKey) => set({ modelKey })}
          />
        ) : (
          <TextInput
            path="aiConfig.modelKey"
            text={aiTexts.model}
            isNeeded
            value={key}
            change={(modelKey) => set({ modelKey })}
          />
        )}
        <SelectInput
          path="aiConfig.type"
          text={aiTexts.task}
          value={type}
          choices={tasks.map((task) => [task, aiTexts.tasks[task]])}
          change={(task) => set({ type: task })}
        />
      </div>
      {isOwn ? (
        <PromptInput value={textOf(config, "prompt")} fields={fields} change={(prompt) => set({ prompt })} />
      ) : (
        <SelectInput
          path="aiConfig.sourceFieldId"
          text={aiTexts.source}
          isNeeded
          value={textOf(config, "sourceFieldId")}
          choices={fields.map(({ id, name }) => [id, name])}
          change={(sourceFieldId) => set({ sourceFieldId })}
        />
      )}
      {type === "translation" && (
        <TextInput
          path="aiConfig.targetLanguage"
          text={aiTexts.language}
          hint={aiTexts.languageHint}
          isNeeded
          value={textOf(config, "targetLanguage")}
          change={(targetLanguage) => set({ targetLanguage })}
        />
      )}
      {!isOwn && (
        <TextInput
          path="aiConfig.attachPrompt"
          text={aiTexts.more}
          hint={aiTexts.moreHint}
          value={textOf(config, "attachPrompt")}
          change={(text) => set({ attachPrompt: text || undefined })}
        />
      )}
      {isOwn &&
        files.map(({ id, name }) => (
          <CheckInput
            key={id}
            path={`aiConfig.attachmentFieldIds ${id}`}
            text={`${aiTexts.images}: ${name}`}
            value={chosen.includes(id)}
            change={(isOn) =>
              set({ attachmentFieldIds: isOn ? [...chosen, id] : chosen.filter((each) => each !== id) })
            }
          />
        ))}
      {isOwn && hasChoices && (
        <CheckInput
          path="aiConfig.onlyAllowConfiguredOptions"
          text={aiTexts.onlyChoices}
          value={config["onlyAllowConfiguredOptions"] === true}
          change={(isOn) => set({ onlyAllowConfiguredOptions: isOn || undefined })}
        />
      )}
      <SelectInput
        path="aiConfig.isAutoFill"
        text={aiTexts.when}
        hint={aiTexts.whenHint}
        value={config["isAutoFill"] === true ? "auto" : "asked"}
        choices={Object.entries(aiTexts.whens)}
        change={(when) => set({ isAutoFill: when === "auto" })}
      />
      <p class="note" role="status">
        {aiTexts.sent(
          key || "…",
          named.map(({ name }) => aiTexts.cellsOfField(name)).join(", "),
          hasChoices,
          chosen.length > 0 && models.some((model) => model.modelKey === key && model.takesImages),
        )}
      </p>
    </>
  );
}

interface PromptInputProps {
  /** As it is stored. */
  value: string;
  fields: readonly Field[];
  change: (prompt: string) => void;
}

function PromptInput({ value, fields, change }: PromptInputProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const unknown = unknownInPrompt(value, fields);
  const write = (text: string) => change(storePrompt(text, fields));
  function insert(id: string) {
    const field = fields.find((each) => each.id === id);
    const { current } = input;
    if (!field || !current) return;
    const { selectionStart, selectionEnd } = current;
    current.setRangeText(fieldInPrompt(field), selectionStart, selectionEnd, "end");
    write(current.value);
    current.focus();
  }
  return (
    <>
      <Labelled
        path="aiConfig.prompt"
        text={aiTexts.prompt}
        hint={unknown.length > 0 ? aiTexts.unknownNames(unknown.join(", ")) : undefined}
      >
        {(members) => (
          <textarea
            {...members}
            ref={input}
            rows={4}
            required
            value={showPrompt(value, fields)}
            onInput={({ currentTarget }) => write(currentTarget.value)}
          />
        )}
      </Labelled>
      <select
        aria-label={aiTexts.insertFieldLabel}
        value=""
        onChange={({ currentTarget }) => {
          insert(currentTarget.value);
          currentTarget.value = "";
        }}
      >
        <option value="">{aiTexts.insertField}</option>
        {fields.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}
