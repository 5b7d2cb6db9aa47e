export const interactionRoles = ["user", "assistant", "system", "tool"] as const;
