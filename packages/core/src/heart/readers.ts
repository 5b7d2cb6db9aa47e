import type { Principal } from "../principal.js";

/** Who reads what is stored for a user: everybody, the caller alone, or the caller and that user. */
export const readersFor = (
  who: Principal,
  { user_id, public: isPublic = false }: { user_id?: string; public?: boolean },
) =>
  isPublic
    ? { visibility: "tenant", audience: [] }
    : user_id === undefined || user_id === who.id
      ? { visibility: "private", audience: [] }
      : { visibility: "custom", audience: [user_id] };
