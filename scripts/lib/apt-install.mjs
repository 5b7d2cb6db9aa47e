import { capture } from "./run.mjs";

/** Installs Debian packages; for root on Debian or Ubuntu. */
export async function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const retries = ["-o", "Acquire::Retries=3"];
  await capture("apt-get", [...retries, "update"], { env });
  await capture("apt-get", [...retries, "install", "-y", "--no-install-recommends", ...packages], { env });
}
