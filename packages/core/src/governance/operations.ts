/** The operations of this room, named as in the contract. */
export { approveEdit } from "./decide/approve-edit.js";
export { rejectEdit } from "./decide/reject-edit.js";
export { applyEdit } from "./propose/apply-edit.js";
export { bulkEdit } from "./propose/bulk/bulk-edit.js";
export { correct } from "./propose/correct.js";
export { deleteArtifact } from "./propose/delete-artifact.js";
export { memoryDelete } from "./propose/delete-memory.js";
export { forget } from "./propose/forget.js";
export { previewEdit } from "./propose/preview-edit.js";
export { editExposure } from "./read/edit-exposure.js";
export { getEdit } from "./read/edits/get-edit.js";
export { listEdits } from "./read/edits/list-edits.js";
export { memoryHistory } from "./read/history/memory-history.js";
export { previewPendingEdit } from "./read/preview-pending-edit.js";
