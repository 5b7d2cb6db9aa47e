export { approveEdit, rejectEdit } from "./decide.js";
export { editOp, editStatus } from "./edit.js";
export { pendingEdits } from "./pending.js";
export { counterfactual, previewEdit, previewPendingEdit } from "./preview.js";
export { applyEdit, bulkEdit, correct, forget } from "./propose.js";
export { editExposure, getEdit, listEdits } from "./read.js";
