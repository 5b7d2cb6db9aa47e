import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";

type EventInput = InputOf<PalimpsestContract["recordEvent"]>;

interface Turn {
  events: number;
  characters: number;
}

/**
 * What holds up the event loop for some milliseconds: between two turns the answers of the database are read and its next
 * statements are sent. A model is called once for many texts.
 */
export const perTurn = ({ services }: Pick<OperationContext, "services">): Turn =>
  services.embedder.kind === "builtin"
    ? { events: 2, characters: 2_000 }
    : { events: 50, characters: 50_000 };

/** Parts that are masked and analysed in one turn each. */
export function* turnsOf(events: EventInput[], most: Turn): Generator<EventInput[]> {
  let part: EventInput[] = [];
  let characters = 0;
  for (const event of events) {
    const { text, excerpt_text, output, details } = event.content;
    const size = [text, excerpt_text, output, details].reduce((sum, one) => sum + (one?.length ?? 0), 0);
    if (part.length >= most.events || (part.length > 0 && characters + size > most.characters)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(event);
    characters += size;
  }
  if (part.length > 0) yield part;
}
