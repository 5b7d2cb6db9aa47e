import type { Memory } from "@palimpsest/core";
import { type Config, databaseName, shellWord } from "../config/index.js";
import { version } from "../version.js";

/** What `serve` prints when it is ready: its address, its mode, and a first request to try. */
export function banner(
  url: string,
  config: Config,
  { memory, runsJobs }: { memory: Memory; runsJobs: boolean },
): string {
  const { db, embedder, extraction } = memory.services;
  const auth = config.auth === "none" ? "none (only this machine can connect)" : "required";
  const at = config.databaseUrl === undefined ? `embedded, data in ${config.dataDir}` : "Postgres";
  const lines = [
    `Palimpsest ${version} at ${url}`,
    "",
    `  engine     ${db.engine === "embedded" ? at : `Postgres (${databaseName(config.databaseUrl ?? "")})`}`,
    `  embedder   ${embedder.id}${embedder.kind === "builtin" ? " (built in; set OPENAI_API_KEY or OPENAI_BASE_URL for a better one)" : ""}`,
    `  extractor  ${extraction?.model?.model ?? "rules (set OPENAI_EVENT_MODEL for a model)"}`,
    `  auth       ${auth}`,
    `  worker     ${runsJobs ? "runs in this process" : "none: this login may not run jobs; start one with palimpsest worker"}`,
    `  reference  ${url}/docs`,
    `  MCP        ${url}/mcp`,
    "",
    "Try it:",
    ...firstRequest(url, config),
    "",
  ];
  return `${lines.join("\n")}\n`;
}

function firstRequest(url: string, { auth, databaseUrl, dataDir }: Config): string[] {
  const key = auth === "none" ? "" : ` -H "Authorization: Bearer $KEY"`;
  const store = databaseUrl === undefined ? ` --data-dir ${shellWord(dataDir)}` : "";
  const make = [
    ...(databaseUrl === undefined ? [] : ["  # with this server's DATABASE_URL in the environment"]),
    `  KEY=$(palimpsest key create${store} --principal me --type human --role admin --json | jq -r .key)`,
  ];
  const json = `-H "Content-Type: application/json"${key}`;
  return [
    ...(auth === "none" ? [] : make),
    `  curl -s ${url}/api/v1/memories ${json} -d '{"text": "Ada prefers answers in French."}'`,
    `  curl -s ${url}/api/v1/recall ${json} -d '{"query": "Which language does Ada prefer?"}'`,
  ];
}
