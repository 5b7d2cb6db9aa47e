import type { CategoryCues } from "./category-cues.js";
import { change } from "./change.js";
import { collaboration } from "./collaboration.js";
import { commitment } from "./commitment.js";
import { decision } from "./decision.js";
import { execution } from "./execution.js";
import { feedback } from "./feedback.js";
import { qualityRisk } from "./quality-risk.js";
import { stakeholder } from "./stakeholder.js";

/** Of two categories with equally good cues the earlier one counts. */
export const categoryCues: CategoryCues[] = [
  decision,
  stakeholder,
  commitment,
  feedback,
  change,
  collaboration,
  qualityRisk,
  execution,
];
