export { builtinEmbedder } from "./builtin/builtin-embedder.js";
export { cachedEmbedder } from "./cached-embedder.js";
export { type Embedder, type EmbedOptions, type Thresholds, thresholdsOf } from "./embedder.js";
export { type EmbedderOptions, openEmbedder } from "./open-embedder.js";
export { ChatFailure, type ChatFailureCode, chatFailures } from "./openai/chat-failure.js";
export { type ChatModel, type ChatModelOptions, openChatModel } from "./openai/chat-model.js";
export type { ChatMessage } from "./openai/request-chat.js";
