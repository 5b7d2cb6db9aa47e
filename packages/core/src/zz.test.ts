import { it } from "vitest";
it("x", async () => { 
  await import("./db/testing/index.js").catch(e=>console.log("E",e));
  console.log("db testing ok");
  await import("./open-memory.js"); console.log("open ok");
  });
