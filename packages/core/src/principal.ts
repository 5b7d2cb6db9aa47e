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
  /** When the token by which it came expires, if it came by one. */
  expiresAt?: Date;
  /** Ids of writers whose rollback goes on: nothing of them is read. */
  rollingBack?: readonly string[];
  /** Who really acts, where an operator acts as this principal. */
  actedBy?: { type: PrincipalType; id: string };
}

/** The principal as the writer of memories: type:id. */
export const writerOf = ({ type, id }: Pick<Principal, "type" | "id">): string => `${type}:${id}`;

/** Whether what this writer wrote is not read, because it is being rolled back. The writer itself may read its own. */
export function isHidden({ id, rollingBack = [] }: Principal, writer: string): boolean {
  const owner = writer.slice(writer.indexOf(":") + 1);
  return owner !== id && rollingBack.includes(owner);
}

/** Whether it may read what others keep private, and write in their names, as an export and an import of everything do. */
export const mayMoveEverything = ({ permissions }: Principal): boolean =>
  permissions.has("admin") && permissions.has("identity:impersonate");

/**
 * The operator: the person at the machine where no auth is required, or whoever has the database's own credentials.
 * A key can hold the same permission and is still bounded by what it was given.
 */
export const isOperator = (who: Principal): boolean =>
  who.keyId === undefined && who.permissions.has("identity:impersonate");
