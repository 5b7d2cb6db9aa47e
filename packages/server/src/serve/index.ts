export { serve } from "./serve.js";
export { type RunningServer, startServer } from "./start-server.js";
