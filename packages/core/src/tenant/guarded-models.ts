import { PalimpsestError } from "@palimpsest/contract";
import type { ChatModel, Embedder } from "../models/index.js";
import { blockedOut, outgoingText, type Policy } from "../policy/index.js";
import type { Services } from "../services.js";

const known = new WeakMap<Services, WeakMap<Policy, Services>>();

/**
 * Services for work under a policy: what goes to a model of somebody else goes there without secrets and personal data.
 * What is computed in this process is not changed.
 */
export function guardedServices(services: Services, policy: Policy): Services {
  if (!services.embedder.outside && !services.extraction?.model?.outside) return services;
  const ofServices = known.get(services) ?? new WeakMap<Policy, Services>();
  known.set(services, ofServices);
  const made = ofServices.get(policy) ?? guarded(services, policy);
  ofServices.set(policy, made);
  return made;
}

const guarded = (services: Services, policy: Policy): Services => ({
  ...services,
  embedder: services.embedder.outside ? guardedEmbedder(services.embedder, policy) : services.embedder,
  extraction: services.extraction && {
    ...services.extraction,
    model: services.extraction.model && guardedModel(services.extraction.model, policy),
  },
});

const guardedEmbedder = (embedder: Embedder, policy: Policy): Embedder => ({
  ...embedder,
  embed: async (texts, options) =>
    embedder.embed(
      await Promise.all(texts.map((text) => checked(() => outgoingText(policy, text)))),
      options,
    ),
});

const guardedModel = (model: ChatModel, policy: Policy): ChatModel =>
  model.outside
    ? {
        ...model,
        complete: async (messages, schema, signal) =>
          model.complete(
            await Promise.all(
              messages.map(async (message) => ({
                ...message,
                content: await checked(() => blockedOut(policy, message.content)),
              })),
            ),
            schema,
            signal,
          ),
      }
    : model;

/** What cannot be judged is not sent. The cause may hold parts of the text, so it goes nowhere. */
async function checked(judge: () => Promise<string>): Promise<string> {
  try {
    return await judge();
  } catch {
    throw new PalimpsestError(
      "MODEL_UNAVAILABLE",
      "The text could not be checked, so it was not sent to the model.",
    );
  }
}
