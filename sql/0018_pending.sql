-- Two policies said the same of edits that wait; the one for reading alone stays.
drop policy definer_sees_pending on palimpsest.memory_edit_pending;
