import type { TransferRecord } from "@palimpsest/contract";
import { maskEvent } from "../../capture/index.js";
import { maskDeep, maskSecrets } from "../../text/index.js";
import type { Incoming } from "./incoming.js";

/** A record with its secrets masked, as they are in everything that is stored. Plans are kept as they are. */
export function maskRecord(one: Incoming): Incoming {
  switch (one.type) {
    case "memory":
      return { ...one, record: maskMemory(one.record) };
    case "event":
      return { ...one, record: maskEvent(one.record).event };
    case "artifact":
      return { ...one, record: maskArtifact(one.record) };
    default:
      return one;
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

function maskArtifact(record: TransferRecord<"artifact">): TransferRecord<"artifact"> {
  if (record.kind !== "tool_output" || record.base64 === undefined) return record;
  const { text, found } = maskSecrets(Buffer.from(record.base64, "base64").toString("utf8"));
  return found.length === 0 ? record : { ...record, base64: Buffer.from(text).toString("base64") };
}
