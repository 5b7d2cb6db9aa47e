/** Why a chat model gave no usable answer, and whether the same call may succeed later. */
export const chatFailures = {
  OPENAI_RATE_LIMIT: { retry: true },
  OPENAI_TIMEOUT: { retry: true },
  OPENAI_UNAVAILABLE: { retry: true },
  INVALID_JSON_SCHEMA: { retry: true },
  OPENAI_INVALID_MODEL: { retry: false },
  OPENAI_UNAUTHORIZED: { retry: false },
} as const;
export type ChatFailureCode = keyof typeof chatFailures;

/** A call of a chat model that failed. Its message holds neither the key nor anything of the document or the answer. */
export class ChatFailure extends Error {
  override readonly name = "ChatFailure";
  readonly retry: boolean;

  constructor(
    readonly code: ChatFailureCode,
    message: string,
    /** The seconds that the service asks to wait. */
    readonly retryAfter?: number,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.retry = chatFailures[code].retry;
  }
}
