/** The k-th largest of some numbers, by partial sorting in place: far cheaper than sorting them all. */
export function kthLargest(numbers: Float64Array, k: number): number {
  const wanted = numbers.length - k;
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const pivot = numbers[(low + high) >>> 1]!;
    let [left, right] = [low, high];
    while (left <= right) {
      while (numbers[left]! < pivot) left++;
      while (numbers[right]! > pivot) right--;
      if (left > right) break;
      const moved = numbers[left]!;
      numbers[left++] = numbers[right]!;
      numbers[right--] = moved;
    }
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else break;
  }
  return numbers[wanted]!;
}
