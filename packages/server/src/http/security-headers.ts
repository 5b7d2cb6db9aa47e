/** On every answer that does not say otherwise: data is for its reader alone, and for nothing to execute. */
export const securityHeaders: readonly (readonly [string, string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Cache-Control", "no-store"],
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Referrer-Policy", "no-referrer"],
];
