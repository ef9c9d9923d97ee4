import { ofRecordPerson } from "./shared/people.ts";
import type { Samples } from "./shared/samples.ts";

export const samples: Samples = ofRecordPerson("lastModifiedBy", "Last modified by");
