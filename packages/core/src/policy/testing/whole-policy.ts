import { parseDocument } from "yaml";
import { strictestFirst } from "../boundary-class.js";
import { layers } from "../invariants/invariants.js";

/** The text with the scopes and classes that it must name and leaves out, each as in the default. */
export function wholePolicy(yaml: string): string {
  const document = parseDocument(yaml);
  for (const [section, names] of Object.entries({ scopes: layers, boundary_classes: strictestFirst })) {
    for (const name of names) {
      if (!document.hasIn([section, name])) document.setIn([section, name], document.createNode({}));
    }
  }
  return document.toString();
}
