import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { root } from "../bootstrap.mjs";

const html = `<!doctype html><meta charset="utf-8"><title>Palimpsest</title>
<script type="module">
  const { server, name } = Object.fromEntries(new URLSearchParams(location.search));
  const tell = (told) => fetch("/told", { method: "POST", body: JSON.stringify(told) });
  try {
    const [client, { tryClient }] = await Promise.all([import("/client/index.js"), import("/try-client.mjs")]);
    await tell({ agent: navigator.userAgent, tried: await tryClient(client, server, name) });
  } catch (error) {
    await tell({ agent: navigator.userAgent, tried: [{ what: "loading", error: String(error) }] });
  }
</script>`;

/** Serves a page that tries the client in the browser that opens it. */
export async function servePage() {
  let hear = () => {};
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://page");
    if (request.method === "POST" && pathname === "/told") {
      let body = "";
      for await (const chunk of request) body += chunk;
      response.end();
      return hear(JSON.parse(body));
    }
    const client = /^\/client\/([\w.-]+\.js)$/.exec(pathname)?.[1];
    if (pathname === "/") return answer(response, "text/html", html);
    const file = client
      ? join(root, "packages/client/dist/bundle", client)
      : new URL("./try-client.mjs", import.meta.url);
    if (!client && pathname !== "/try-client.mjs") return response.writeHead(404).end();
    return answer(response, "text/javascript", await readFile(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    /** What the next page tells. */
    told: () =>
      new Promise((resolve) => {
        hear = resolve;
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const answer = (response, type, body) =>
  response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(body);
