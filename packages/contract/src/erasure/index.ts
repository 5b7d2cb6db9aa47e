export {
  approveErasure,
  cancelErasure,
  getErasure,
  listErasures,
  previewErasure,
  requestErasure,
  verifyErasure,
} from "./erasures.js";
