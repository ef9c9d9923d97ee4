/* Which models an aiConfig may name. */
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import { configuredModels, noModel } from "./models.ts";

/** An aiConfig as a request sends it, and its path there. */
export interface SentConfig {
  at: PropertyKey[];
  config: unknown;
  /** The type of the field. */
  type: string | undefined;
}

/**
 * Throws 400 for an aiConfig whose model is not configured. Without any model, configs can be stored, but not with `isAutoFill`. What else
 * may be wrong with a config is checked where it is read. No model fills attachment fields.
 */
export function refuseUnknownModels(sent: SentConfig[]): void {
  const models = configuredModels();
  const issues = sent.flatMap(({ at, config, type }): Issue[] => {
    const { modelKey, isAutoFill } = (config ?? {}) as { [member: string]: unknown };
    if (isAutoFill === true && type === "attachment")
      return [{ path: pathOf([...at, "isAutoFill"]), message: noImages }];
    if (models.length === 0)
      return isAutoFill === true ? [{ path: pathOf([...at, "isAutoFill"]), message: noModel }] : [];
    if (typeof modelKey !== "string" || models.some(({ key }) => key === modelKey.trim())) return [];
    return [{ path: pathOf([...at, "modelKey"]), message: unknownModel() }];
  });
  if (issues.length > 0) throw invalid(issues);
}

/** Says which models there are. */
export const unknownModel = (): string =>
  `must be the key of a model: ${configuredModels()
    .map(({ key }) => key)
    .join(", ")}`;

export const noImages = "images are not generated: a model cannot fill attachment fields";
