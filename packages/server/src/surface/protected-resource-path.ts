/** Where a client of /mcp learns who issues its tokens (RFC 9728). */
export const protectedResourcePath = "/.well-known/oauth-protected-resource";
