import { PalimpsestError } from "@palimpsest/contract";

const dots = /^(?:\.|%2e){1,2}$/i;

/**
 * Refuses dots as segments of the path as it was sent. They are resolved before a route is looked up, so that a request
 * about one thing would act on another: `working/a/../b` on b.
 */
export function checkPath(target: string): void {
  const [path = ""] = target.split(/[?#]/, 1);
  if (!path.split(/[/\\]/).some((segment) => dots.test(segment))) return;
  throw new PalimpsestError(
    "VALIDATION_ERROR",
    "The path holds . or .. as a segment. Send the path that is meant; a name of dots alone cannot be used there.",
  );
}
