/**
 * Calls a server with the client as an application would, in whatever runtime this is: there is nothing here but what the
 * web has. Gives what was tried, and what went wrong with it.
 */
export async function tryClient({ PalimpsestClient, PalimpsestClientError, WorkflowState }, url, name) {
  const memory = new PalimpsestClient({ url, agentId: `agent-${name}`, tenantId: `tenant-${name}` });
  const plan = `plans/${name} ü`;
  const tried = [];
  const attempt = async (what, work) => {
    try {
      await work();
      tried.push({ what });
    } catch (error) {
      tried.push({ what, error: `${error?.name}: ${error?.message}` });
    }
  };
  const equal = (actual, expected) => {
    const [is, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (is !== wanted) throw new Error(`${is} instead of ${wanted}`);
  };
  const failure = (work) =>
    work().then(
      () => undefined,
      (error) => error,
    );

  await attempt("remember and recall", async () => {
    const { memory_id } = await memory.remember({ text: "Der Müller mahlt am 3. März 🌾." });
    const { memories } = await memory.recall({ query: "Müller mahlt" });
    equal([memories[0].memory_id, memories[0].text], [memory_id, "Der Müller mahlt am 3. März 🌾."]);
  });
  await attempt("50 increments at once, under a key with a slash", async () => {
    const state = new WorkflowState(memory, plan);
    await Promise.all(Array.from({ length: 50 }, () => state.increment("a/b.c é")));
    equal(await state.get("a/b.c é"), 50);
    equal(await state.cleanup(), 1);
  });
  await attempt("a write that is repeated with its key", async () => {
    const note = { content: "Error 402 means insufficient funds." };
    const first = await memory.learnFact(note, { idempotencyKey: `key-${name}` });
    const again = await memory.learnFact(note, { idempotencyKey: `key-${name}` });
    equal([again.id, again.confirmation_count], [first.id, 0]);
  });
  await attempt("errors with their codes", async () => {
    const error = await failure(() => memory.getFact({ fact_id: "fct_none" }));
    equal([error instanceof PalimpsestClientError, error.code, error.status], [true, "NOT_FOUND", 404]);
    if (!error.requestId) throw new Error("no request id");
  });
  await attempt("an aborted call, and one that takes too long", async () => {
    const reason = new Error("no longer needed");
    equal((await failure(() => memory.status({}, { signal: AbortSignal.abort(reason) }))) === reason, true);
    const late = await failure(() => memory.health({ timeoutMs: 0 }));
    equal(late.code, "TIMEOUT");
  });
  await attempt("events as they are committed", async () => {
    const { next_cursor: cursor } = await memory.listDomainEvents({ start: "latest" });
    const events = memory.followEvents({ cursor });
    const next = events.next();
    await memory.startEpisode({ summary: "A voyage" });
    equal((await next).value.type, "episode_started");
    await events.return();
  });
  await attempt("files", async () => {
    const file = new Blob(["# Harbour\n\nThe crane lifts nine tons."], { type: "text/markdown" });
    const { artifacts } = await memory.uploadArtifacts([{ name: "harbour.md", data: file }]);
    equal(artifacts.length, 1);
  });
  return tried;
}
