import {
  contract,
  errorStatus,
  errorsByForm,
  type OperationName,
  permissions,
  rolePermissions,
  roles,
} from "@palimpsest/contract";
import type { Command } from "commander";
import { defaultPolicyYaml } from "../../packages/core/src/policy/index.js";
import { createCli } from "../../packages/server/src/cli/cli.js";
import { createProgram } from "../../packages/server/src/cli/program.js";
import { describeConfig, loadConfig } from "../../packages/server/src/config/index.js";
import { toolsOf } from "../../packages/server/src/mcp/tools.js";
import { advice } from "./error-advice.js";
import { inputTable } from "./field-table.js";
import { table } from "./table.js";

const code = (text: string) => `\`${text}\``;

/** The text between `<!-- generated: NAME ARGUMENT -->` and `<!-- /generated -->`, derived from the code. */
const parts: Record<string, (argument: string) => string> = {
  input: (name) => inputTable(name as OperationName),
  errors: () =>
    table(
      ["code", "status", "what to do"],
      Object.entries(errorStatus).map(([name, status]) => [
        code(name),
        String(status),
        advice[name as "INTERNAL"],
      ]),
    ),
  raises: () =>
    table(
      ["operation", "errors of its own"],
      Object.values(contract)
        .filter(({ errors }) => errors.length > 0)
        .map(({ http, errors }) => [code(http), errors.map(code).join(", ")]),
    ),
  forms: () =>
    table(
      ["operations", "errors"],
      [
        ["every one", errorsByForm.every.map(code).join(", ")],
        ["with a JSON body", errorsByForm.withBody.map(code).join(", ")],
        ["that store something", errorsByForm.storing.map(code).join(", ")],
        ["that take an `Idempotency-Key`", errorsByForm.withIdempotencyKey.map(code).join(", ")],
        ["all but reading and applying a policy", errorsByForm.underPolicy.map(code).join(", ")],
        ["that write, if the policy has invariants", errorsByForm.writing.map(code).join(", ")],
      ],
    ),
  policy: () => `\`\`\`yaml\n${defaultPolicyYaml.trimEnd()}\n\`\`\``,
  roles: () =>
    table(
      ["permission", ...roles],
      permissions.map((permission) => [
        code(permission),
        ...roles.map((role) => (rolePermissions[role].includes(permission) ? "yes" : "")),
      ]),
    ),
  access: () =>
    table(
      ["operation", "needs"],
      Object.entries(contract).map(([, { http, access }]) => [code(http), code(access)]),
    ),
  config: () =>
    table(
      ["setting", "default", "meaning"],
      describeConfig({}, loadConfig({ PALIMPSEST_DATA_DIR: "/nowhere" })).map(
        ({ name, default: defaultValue, meaning }) => [
          code(name),
          defaultValue === "" ? "" : code(defaultValue),
          meaning,
        ],
      ),
    ),
  tools: (set) =>
    table(
      ["tool", "what it does", "maximum tokens returned"],
      toolsOf([set as "core"]).map(({ name, title, maxTokens }) => [
        code(name),
        title,
        maxTokens.toLocaleString("en-US"),
      ]),
    ),
  commands: () =>
    table(
      ["command", "what it does"],
      leafCommands(createProgram(createCli(process))).map(({ usage, description }) => [
        code(usage.replaceAll("|", "\\|")),
        description,
      ]),
    ),
};

export const generate = (what: string): string => {
  const [name = "", argument = ""] = what.split(" ");
  const part = parts[name];
  if (!part) throw new Error(`There is no generator named ${name}.`);
  return part(argument);
};

/** Commands without subcommands, each with its full name. */
function leafCommands(command: Command, before = ""): { usage: string; description: string }[] {
  const name = `${before}${command.name()}`;
  if (command.commands.length > 0)
    return command.commands.flatMap((inner) => leafCommands(inner, `${name} `));
  const args = command.registeredArguments.map((argument) => {
    const shown = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${shown}>` : `[${shown}]`;
  });
  return [{ usage: [name, ...args].join(" "), description: command.description() }];
}
