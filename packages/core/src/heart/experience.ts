/** The operations on episodes, procedures and skills. */
export {
  endEpisode,
  getEpisode,
  linkEpisodeDecision,
  linkEpisodeProcedure,
  listEpisodes,
  searchEpisodes,
  startEpisode,
} from "./episodes/episodes.js";
export {
  activateProcedure,
  getProcedure,
  recordProcedureOutcome,
  retireProcedure,
  searchProcedures,
  storeProcedure,
} from "./procedures/procedures.js";
export { getRelevantSkills, storeSkill } from "./procedures/skills.js";
