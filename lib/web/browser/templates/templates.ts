/* The templates that a new base can be made of. */
import { customers } from "./customers.ts";
import { projects } from "./projects.ts";
import { stock } from "./stock.ts";
import type { BaseTemplate } from "./template.ts";

export const templates: readonly BaseTemplate[] = [projects, customers, stock];
