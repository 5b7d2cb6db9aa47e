type Step = () => unknown;

const steps: Step[] = [];

/** Runs a step after the last test of the file. Unlike a hook, it may be registered from anywhere. */
export function whenFileEnds(step: Step): void {
  steps.push(step);
}

/** Runs the registered steps, the last one first. */
export async function cleanUp(): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}
