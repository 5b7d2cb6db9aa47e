/** Where a client of /mcp gets its tokens, as RFC 9728 has it. */
export function protectedResource(request: Request, issuer: string | undefined): Response {
  return Response.json({
    resource: new URL("/mcp", request.url).href,
    resource_name: "Palimpsest",
    bearer_methods_supported: ["header"],
    ...(issuer === undefined ? {} : { authorization_servers: [issuer] }),
  });
}
