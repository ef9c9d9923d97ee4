/*
 * The language models of a deployment. A setting names them: `fast=amazon.nova-micro-v1:0 vision=amazon.nova-lite-v1:0+images`.
 *
 *   key   what `modelKey` of an aiConfig says
 *   id    what the provider calls the model
 *   +images   it takes images
 *
 * On AWS the setting is a constant in the bundles (lib/stack/bundles/constants.ts); with npm start it is GRIDLESS_AI_MODELS.
 */

export interface Model {
  key: string;
  /** The provider's name for the model. */
  id: string;
  takesImages: boolean;
}

const entry = /^([\w.-]{1,100})=([\w.:/@-]{1,300}?)(\+images)?$/;

/** The models that a setting names, or what is wrong with it. Models are separated by spaces or commas. */
export function parseModels(text: string): Model[] | string {
  const models: Model[] = [];
  for (const word of text.split(/[\s,]+/).filter(Boolean)) {
    const [, key, id, images] = entry.exec(word) ?? [];
    if (!key || !id)
      return `must be models such as fast=llama3.2 vision=llava+images, not ${JSON.stringify(word)}`;
    if (models.some((model) => model.key === key)) return `must not name the model ${key} twice`;
    models.push({ key, id, takesImages: images !== undefined });
  }
  return models;
}

/** The models that are configured; none unless the operator named some. */
export function configuredModels(): Model[] {
  const models = parseModels(process.env["GRIDLESS_AI_MODELS"] ?? "");
  // the setting was checked at the start, or at the synthesis
  return typeof models === "string" ? [] : models;
}

/** The model with this key, if there is one. */
export const findModel = (key: string): Model | undefined =>
  configuredModels().find((model) => model.key === key);

/** The tokens, in and out, that a base may use in a day. */
export const defaultDailyTokens = 1_000_000;
export const dailyTokens = (): number =>
  Number(process.env["GRIDLESS_AI_DAILY_TOKENS"] || defaultDailyTokens);

export const noModel = "no model is configured";
export const noImages = "images are not generated: a model cannot fill attachment fields";

/** Says which models there are. */
export const unknownModel = (): string =>
  `must be the key of a model: ${configuredModels()
    .map(({ key }) => key)
    .join(", ")}`;
