import type { Permission, PrincipalType, Role } from "@palimpsest/contract";

/** Who is calling, as the credential says; nothing of it ever comes from a request body. */
export interface Principal {
  tenantId: string;
  id: string;
  type: PrincipalType;
  role: Role;
  permissions: ReadonlySet<Permission>;
  teams: readonly string[];
  /** Allow tags that this credential was granted. Nothing reads them yet. */
  grants: readonly string[];
  via: "local" | "key" | "jwt" | "system";
  /** The API key by which it came, if it did. */
  keyId?: string;
}

/** The principal as the writer of memories: type:id. */
export const writerOf = ({ type, id }: Pick<Principal, "type" | "id">): string => `${type}:${id}`;
