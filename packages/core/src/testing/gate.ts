/** Something to wait for, which a test lets happen when it chooses. */
export interface Gate {
  passed: Promise<void>;
  open(): void;
}

export function newGate(): Gate {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}
