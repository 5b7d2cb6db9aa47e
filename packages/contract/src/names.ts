/** The most characters of an id that people or other systems choose. */
export const chosenIdChars = 256;

/** Ids as this system makes them, and ids of requests. */
export const plainId = /^[A-Za-z0-9_.:-]{1,128}$/;

/** Begins the name of a team where an audience names principals and teams; no principal's id begins so. */
export const teamPrefix = "team:";

/** Blanks, marks and characters that show nothing are not text. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** Characters that turn the reading order around show a person another text than a machine reads. */
export const hasNoBidiControls = (text: string): boolean => !/[\u202a-\u202e\u2066-\u2069]/.test(text);
export const noBidiControls = "must hold no characters that change the reading direction";

/**
 * What is wrong with an id of a tenant, principal, actor, subject, project, session or team; undefined if nothing is.
 * Any printable characters will do. Ids are compared exactly: nothing is folded or normalised.
 */
export function chosenIdProblem(id: string, most = chosenIdChars): string | undefined {
  if (id === "") return "must not be empty";
  if (id.length > 2 * most || [...id].length > most) return `must be at most ${most} characters long`;
  if (/[\p{Cc}\p{Cs}]/u.test(id)) return "must hold no control characters";
  if (/[\p{Zl}\p{Zp}]/u.test(id)) return "must be one line";
  if (/\p{Bidi_Control}/u.test(id)) return noBidiControls;
  if (!isVisible(id)) return "must hold visible text";
  return id === id.trim() ? undefined : "must not begin or end with a blank";
}
