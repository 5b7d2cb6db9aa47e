export { getJob, listJobs, retryJob, stopJob } from "./jobs.js";
export { jobState, jobStatus } from "./shape.js";
