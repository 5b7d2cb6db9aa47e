import { type Finding, fail, pass } from "./finding.js";

const timeoutMs = 5_000;
const fromItsMachine = "`palimpsest doctor` on the server's machine checks more.";

interface Health {
  status: string;
  mode: Record<string, string>;
}

/** Commands go to a server: its database can only be checked on its own machine. */
export async function checkServer(address: string): Promise<Finding> {
  const { origin } = new URL(address);
  let answer: Response;
  try {
    answer = await fetch(new URL("/health", address), { signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const code = codeOf(error);
    return fail(
      "server",
      `cannot reach ${origin} (${code})`,
      `${adviceFor(code, new URL(address))} ${fromItsMachine}`,
    );
  }
  const health = (await answer.json().catch(() => undefined)) as Health | undefined;
  if (typeof health?.status !== "string" || typeof health.mode !== "object") {
    return fail(
      "server",
      `${origin} answers ${answer.status}, but not as a Palimpsest server does`,
      "Check the host and port of PALIMPSEST_URL or --url, and any proxy between.",
    );
  }
  const { engine, embedder, auth } = health.mode;
  const message = `${origin} is ${health.status}: engine ${engine}, embedder ${embedder}, auth ${auth}`;
  return answer.ok
    ? pass("server", message)
    : fail("server", message, "Run `palimpsest doctor` on the server's machine.");
}

/** The reason that `fetch` gives, which stands in the cause of its error, or in the causes of several attempts. */
function codeOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return `no answer within ${timeoutMs / 1_000} s`;
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[]; message?: string } };
  return cause?.code ?? cause?.errors?.[0]?.code ?? cause?.message ?? String(error);
}

function adviceFor(code: string, { hostname, port, protocol }: URL): string {
  const shownPort = port || (protocol === "https:" ? "443" : "80");
  switch (code) {
    case "ECONNREFUSED":
      return `Nothing listens on port ${shownPort} of ${hostname}. Check that the server runs (\`palimpsest serve\` or \`npm start\`), the port, and that its PALIMPSEST_HOST is not only its own loopback address.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `No machine named ${hostname} is known. Check the spelling of PALIMPSEST_URL or --url, and DNS.`;
    case "ECONNRESET":
    case "UND_ERR_SOCKET":
      return `Something on port ${shownPort} of ${hostname} hung up. Check whether it is https instead of http, and any proxy between.`;
    default:
      if (/^(ERR_SSL|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS|EPROTO)/.test(code))
        return `Check the certificate of ${hostname} (NODE_EXTRA_CA_CERTS adds an authority), or whether the server speaks http instead of https.`;
      return `Check PALIMPSEST_URL or --url, that the server runs, and firewalls, VPN and proxies between.`;
  }
}
