import { tryClient } from "./try-client.mjs";

/** Started by Node.js, Deno and Bun: tries the client at one address and prints what came of it. */
const [client, url, name] = globalThis.Deno?.args ?? process.argv.slice(2);
console.log(JSON.stringify(await tryClient(await import(client), url, name)));
