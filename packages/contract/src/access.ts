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

/** Each role holds all that the one before it holds. */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  reader,
  writer,
  reviewer,
  admin: permissions,
};

export const principalTypes = ["human", "agent", "service"] as const;
export type PrincipalType = (typeof principalTypes)[number];
