import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export interface JwksServer {
  url: string;
  /** What it answers: its keys, an error, or something that is no key set. */
  mode: "keys" | "error" | "nonsense";
  sign(claims: object, options?: { forged?: boolean }): Promise<string>;
  close(): Promise<void>;
}

/** A key server on loopback, with a key of its own. */
export async function startJwksServer(): Promise<JwksServer> {
  const [ours, strangers] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
  const jwk = { ...(await exportJWK(ours.publicKey)), kid: "k1", alg: "ES256", use: "sig" };
  const http = createServer((_, response) => {
    if (server.mode === "error") response.writeHead(500).end();
    else response.end(server.mode === "keys" ? JSON.stringify({ keys: [jwk] }) : "<html>");
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const server: JwksServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/jwks.json`,
    mode: "keys",
    sign: (claims, { forged = false } = {}) =>
      new SignJWT({ exp: Math.floor(Date.now() / 1000) + 60, ...claims })
        .setProtectedHeader({ alg: "ES256", kid: "k1" })
        .sign(forged ? strangers.privateKey : ours.privateKey),
    close: () => new Promise((resolve, reject) => http.close((error) => (error ? reject(error) : resolve()))),
  };
  return server;
}
