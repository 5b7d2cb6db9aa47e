import type { TransferRecord } from "@palimpsest/contract";
import { maskEvent, raisedSensitivity } from "../../capture/index.js";
import type { Policy } from "../../policy/index.js";
import { maskDeep, maskSecrets } from "../../text/index.js";
import type { Incoming } from "./incoming.js";

/**
 * A record with its secrets masked, as they are in everything that is stored. An event is as sensitive as what is found in
 * it; memories are looked at when they are written.
 */
export function maskRecord(policy: Policy, one: Incoming): Incoming {
  switch (one.type) {
    case "memory":
      return { ...one, record: maskMemory(one.record) };
    case "event": {
      const { event } = maskEvent(one.record);
      return { ...one, record: { ...event, sensitivity: raisedSensitivity(policy, event) } };
    }
    case "artifact":
      return { ...one, record: maskArtifact(one.record) };
    case "claim_evidence":
      return { ...one, record: maskEvidence(one.record) };
    case "mention":
      return { ...one, record: { ...one.record, ...maskNames(one.record) } };
    case "plan":
    case "plan_state":
    case "task_context":
    case "session":
      return { ...one, record: maskWork(one.record) } as Incoming;
    default:
      return one;
  }
}

type Work = TransferRecord<"plan" | "plan_state" | "task_context" | "session">;

/** What agents wrote freely, and not by which names it is found. A key of a plan says what its value is. */
function maskWork(record: Work): Work {
  switch (record.type) {
    case "plan_state":
      return { ...record, value: maskDeep({ [record.key]: record.value }).value[record.key] };
    case "plan":
      return { ...record, ...maskDeep({ goal_data: record.goal_data, state: record.state }).value };
    case "task_context":
      return { ...record, ...maskDeep({ data: record.data, state: record.state }).value };
    case "session":
      return { ...record, ...maskDeep({ name: record.name, metadata: record.metadata }).value };
  }
}

function maskMemory(record: TransferRecord<"memory">): TransferRecord<"memory"> {
  const { text, attributes, tags, original, edits } = record;
  const { value } = maskDeep({
    text,
    attributes,
    tags,
    ...(original && { original }),
    patches: edits.map(({ patch }) => patch),
  });
  return {
    ...record,
    text: value.text,
    attributes: value.attributes,
    tags: value.tags,
    original: value.original as typeof original,
    edits: edits.map((edit, at) => ({ ...edit, patch: value.patches[at]! })),
  };
}

const maskNames = ({ name_key, surface_form }: TransferRecord<"mention">) =>
  maskDeep({ name_key, surface_form }).value;

function maskEvidence(record: TransferRecord<"claim_evidence">): TransferRecord<"claim_evidence"> {
  const { provenance, graph } = record;
  return { ...record, ...maskDeep({ provenance, graph }).value };
}

function maskArtifact(given: TransferRecord<"artifact">): TransferRecord<"artifact"> {
  const { rejected } = given;
  const record = rejected === undefined ? given : { ...given, rejected: maskDeep(rejected).value };
  if (record.kind !== "tool_output" || record.base64 === undefined) return record;
  const { text, found } = maskSecrets(Buffer.from(record.base64, "base64").toString("utf8"));
  return found.length === 0 ? record : { ...record, base64: Buffer.from(text).toString("base64") };
}
