export { getJob, listJobs, retryJob, stopJob } from "./jobs.js";
