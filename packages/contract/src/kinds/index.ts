import { capsule } from "./capsule.js";
import { censor } from "./censor.js";
import { chunk } from "./chunk.js";
import { decision } from "./decision.js";
import { artifact } from "./documents/artifact.js";
import { semanticEvent } from "./documents/semantic-event.js";
import { episode } from "./episode.js";
import { fact } from "./fact.js";
import { interaction } from "./interaction.js";
import { procedure } from "./procedure.js";
import { registerKind } from "./registry.js";
import { rule } from "./rule.js";
import { task } from "./task.js";

for (const kind of [
  chunk,
  interaction,
  fact,
  episode,
  procedure,
  decision,
  task,
  rule,
  capsule,
  censor,
  artifact,
  semanticEvent,
])
  registerKind(kind);

export { claimGraph, claimKind, entity, provenance, relation } from "./claim.js";
export {
  artifactType,
  artifactTypes,
  plainLine,
  sourceSystem,
  visibilityScope,
} from "./documents/artifact.js";
export {
  type EventCategory,
  entityTypes,
  eventActorRoles,
  eventActors,
  eventCategories,
  eventCategory,
  eventSubject,
  eventSubjectTypes,
  rejectionReasons,
} from "./documents/semantic-event.js";
export {
  type Attributes,
  type ComposedText,
  type ContextSection,
  contextSections,
  defineKind,
  type Kind,
  type States,
} from "./kind.js";
export { attributeLines, attributeText, firstLine } from "./lines.js";
export {
  findKind,
  type KnownKind,
  kindName,
  kindNames,
  kindOf,
  memoryKind,
  registerKind,
} from "./registry.js";
