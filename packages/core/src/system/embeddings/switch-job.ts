import type { PrincipalJobKind } from "../../jobs/index.js";
import { advanceSpace, stopSpace } from "../../substrate/index.js";

export const switchKind = "embedding_switch";

/** Starts or stops the filling of a space in every tenant, for the operator who asked for it. */
export const embeddingSwitch: PrincipalJobKind = {
  kind: switchKind,
  permission: "admin",
  async run(job) {
    const space = Number(job.payload.space);
    await job.step((tx) =>
      job.payload.action === "stop" ? stopSpace(tx, space) : advanceSpace(tx, space, false),
    );
    return { end: "done" };
  },
};
