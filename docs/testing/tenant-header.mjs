// Loaded before the code of a page, so that its requests name the page's tenant as those of the command line do.
const { fetch } = globalThis;
globalThis.fetch = (input, init = {}) =>
  fetch(input, { ...init, headers: { "x-tenant-id": process.env.PALIMPSEST_TENANT, ...init.headers } });
