import { z } from "zod";
import { documentOf, momentOf, type ReadDocument, type ReadResult, type SkippedPart } from "./document.js";
import { unreadable } from "./unreadable.js";

/** One message of a conversation. */
interface Message {
  who: string;
  said: string;
  at?: string;
}

interface Conversation {
  id: string;
  title?: string;
  at?: string;
  messages: Message[];
}

const optionalText = z.string().nullish().catch(undefined);
const seconds = z.number().nullish().catch(undefined);

const slackMessage = z.object({
  ts: z.string(),
  text: z.string(),
  user: optionalText,
  username: optionalText,
  subtype: optionalText,
  user_profile: z.object({ real_name: optionalText, display_name: optionalText }).nullish().catch(undefined),
});
const slack = z.array(z.looseObject({ ts: z.string() })).min(1);

const chatgptNode = z.object({
  message: z
    .object({
      author: z.object({ role: z.string() }),
      content: z.object({ parts: z.array(z.unknown()).optional(), text: optionalText }),
      create_time: seconds,
    })
    .nullish()
    .catch(undefined),
  parent: z.string().nullish(),
});
const chatgpt = z.object({
  mapping: z.record(z.string(), chatgptNode),
  title: optionalText,
  id: optionalText,
  conversation_id: optionalText,
  create_time: seconds,
  current_node: optionalText,
});

const claude = z.object({
  chat_messages: z.array(
    z.object({
      sender: z.string(),
      text: optionalText,
      content: z.array(z.looseObject({ type: z.string(), text: optionalText })).optional(),
      created_at: optionalText,
    }),
  ),
  uuid: optionalText,
  name: optionalText,
  created_at: optionalText,
});

/** The conversations of a chat export: of Slack one a file, of ChatGPT and Claude any number. */
export function readChat(name: string, text: string): ReadResult {
  const data = parse(name, text);
  const list = Array.isArray(data) ? data : [data];
  const slackMessages = slack.safeParse(messagesOf(data));
  if (slackMessages.success) return resultOf(name, [slackOf(name, slackMessages.data)], []);
  const skipped: SkippedPart[] = [];
  const conversations = list.flatMap((one, index): Conversation[] => {
    const found = claudeOf(one, index) ?? chatgptOf(one, index);
    if (found === undefined)
      skipped.push({ name: `${name}#${index + 1}`, reason: "It is no conversation of a known export." });
    return found === undefined ? [] : [found];
  });
  if (conversations.length === 0) throw unreadable(name, "is no chat export of Slack, ChatGPT or Claude.");
  return resultOf(name, conversations, skipped);
}

function resultOf(name: string, conversations: Conversation[], skipped: SkippedPart[]): ReadResult {
  const documents: ReadDocument[] = [];
  const isOne = conversations.length === 1;
  for (const { id, title, at, messages } of conversations) {
    const partName = isOne ? name : `${name}#${id}`;
    if (messages.length === 0)
      skipped.push({ name: partName, reason: "The conversation has no messages with text." });
    else {
      documents.push(
        documentOf({
          name: partName,
          artifact_type: "chat",
          source_id: partName,
          title,
          participants: [...new Set(messages.map(({ who }) => who))],
          ts: at ?? messages[0]!.at,
          content: messages.map(shown).join("\n"),
        }),
      );
    }
  }
  if (documents.length === 0 && isOne) throw unreadable(name, "has no messages with text.");
  return { documents, skipped };
}

/** "[2026-03-05 09:02] mika: morning". */
const shown = ({ who, said, at }: Message): string =>
  `${at === undefined ? "" : `[${at.slice(0, 10)} ${at.slice(11, 16)}] `}${who}: ${said}`;

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(name, "is not valid JSON.", cause);
  }
}

const messagesOf = (data: unknown): unknown =>
  typeof data === "object" && data !== null && "messages" in data ? data.messages : data;

function slackOf(name: string, given: unknown[]): Conversation {
  const messages = given.flatMap((one): Message[] => {
    const message = slackMessage.safeParse(one);
    if (!message.success) return [];
    const { text, ts, user, username, subtype, user_profile: profile } = message.data;
    if (text.trim() === "" || /^(?:channel|group)_(?:join|leave|topic|purpose|name)$/.test(subtype ?? ""))
      return [];
    const who = profile?.real_name || profile?.display_name || username || user || "unknown";
    return [{ who, said: slackText(text), at: momentOf(Number(ts) * 1_000) }];
  });
  return { id: name, messages };
}

/** Slack's own marks for people, channels and links, as words. */
const slackText = (text: string): string =>
  text
    .replace(/<@([A-Z0-9]+)\|([^>]+)>/g, "@$2")
    .replace(/<@([A-Z0-9]+)>/g, "@$1")
    .replace(/<[#!]([^|>]+)\|([^>]+)>/g, "#$2")
    .replace(/<!([^>]+)>/g, "@$1")
    .replace(/<((?:https?|mailto):[^|>]+)\|([^>]+)>/g, "$2 ($1)")
    .replace(/<((?:https?|mailto):[^>]+)>/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .trim();

function claudeOf(given: unknown, index: number): Conversation | undefined {
  const found = claude.safeParse(given);
  if (!found.success) return undefined;
  const { uuid, name, created_at, chat_messages } = found.data;
  const messages = chat_messages.flatMap(({ sender, text, content, created_at: at }): Message[] => {
    const blocks =
      content?.flatMap((block) => (block.type === "text" && block.text ? [block.text] : [])) ?? [];
    const said = (text?.trim() ? text : blocks.join("\n")).trim();
    return said === "" ? [] : [{ who: sender === "human" ? "user" : sender, said, at: momentOf(at) }];
  });
  return { id: uuid || `${index + 1}`, title: name ?? undefined, at: momentOf(created_at), messages };
}

/** The branch of a conversation that was shown last. */
function chatgptOf(given: unknown, index: number): Conversation | undefined {
  const found = chatgpt.safeParse(given);
  if (!found.success) return undefined;
  const { mapping, title, id, conversation_id, create_time, current_node } = found.data;
  const messages: Message[] = [];
  const seen = new Set<string>();
  let at: string | null | undefined = current_node ?? Object.keys(mapping).at(-1);
  while (at && mapping[at] !== undefined && !seen.has(at)) {
    seen.add(at);
    const { message, parent }: z.infer<typeof chatgptNode> = mapping[at]!;
    const parts = message?.content.parts?.filter((part) => typeof part === "string") ?? [];
    const said = (parts.length > 0 ? parts.join("\n") : (message?.content.text ?? "")).trim();
    const role = message?.author.role;
    if (said !== "" && (role === "user" || role === "assistant")) {
      messages.unshift({
        who: role,
        said,
        at: momentOf(message?.create_time ? message.create_time * 1_000 : undefined),
      });
    }
    at = parent;
  }
  const started = momentOf(create_time ? create_time * 1_000 : undefined);
  return { id: conversation_id || id || `${index + 1}`, title: title ?? undefined, at: started, messages };
}
