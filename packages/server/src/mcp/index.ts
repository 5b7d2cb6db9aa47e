export { type CallOperation, createMcpServer, type McpOptions } from "./create-mcp-server.js";
export { type McpHttpConfig, mcpHttp } from "./mcp-http.js";
export { type ServeMcpOptions, serveMcpStdio } from "./serve-stdio.js";
export { parseNames, parseTools } from "./toolsets.js";
