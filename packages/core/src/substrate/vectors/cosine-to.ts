/** The cosine to one vector of each other that is given. */
export function cosinesTo(a: Float32Array): (b: Float32Array) => number {
  const length = Math.hypot(...a);
  // A check of a text runs this loop some hundred thousand times.
  return (b) => {
    let dot = 0;
    let squares = 0;
    for (let n = 0; n < b.length; n++) {
      const value = b[n]!;
      dot += value * a[n]!;
      squares += value * value;
    }
    return dot / (length * Math.sqrt(squares));
  };
}
