/** What a principal may do. An operation names one; a role or a key's scopes grant them. */
export const permissions = [
  "memory:read",
  "memory:write",
  "memory:write-global",
  "memory:original",
  "edit:propose",
  "edit:approve",
  "capsule:read",
  "capsule:write",
  "context:build",
  "rule:write",
  "audit:read",
  "system:read",
  "admin",
  "identity:impersonate",
] as const;
export type Permission = (typeof permissions)[number];

export const roles = ["reader", "writer", "reviewer", "admin"] as const;
export type Role = (typeof roles)[number];

const reader: Permission[] = ["memory:read", "capsule:read", "context:build", "system:read"];
const writer: Permission[] = [...reader, "memory:write", "edit:propose", "capsule:write"];
const reviewer: Permission[] = [
  ...writer,
  "edit:approve",
  "memory:original",
  "memory:write-global",
  "rule:write",
  "audit:read",
];

const admin: Permission[] = [...reviewer, "admin"];

/**
 * Each role holds all that the one before it holds. `identity:impersonate` is in none: only the operator holds it, who
 * can give it to a key by naming it in the key's scopes.
 */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  reader,
  writer,
  reviewer,
  admin: permissions.filter((permission) => admin.includes(permission)),
};

/** What a key of this role may do: all of the role if it has no scopes, else what they name. */
export const keyPermissions = (role: Role, scopes: readonly Permission[]): Permission[] =>
  scopes.length === 0
    ? [...rolePermissions[role]]
    : permissions.filter(
        (permission) =>
          scopes.includes(permission) &&
          (permission === "identity:impersonate" || rolePermissions[role].includes(permission)),
      );

export const principalTypes = ["human", "agent", "service"] as const;
export type PrincipalType = (typeof principalTypes)[number];
