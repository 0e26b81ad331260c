/** Standardises the columns and fits a logistic regression by gradient descent, with a little shrinkage. */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  outcomes: readonly boolean[],
  { rounds = 600, rate = 0.5, shrinkage = 0.001 } = {},
): { bias: number; weights: number[]; means: number[]; scales: number[] } {
  const width = rows[0]!.length;
  const means = columns(width, (at) => average(rows.map((row) => row[at]!)));
  const scales = columns(width, (at) => {
    const variance = average(rows.map((row) => (row[at]! - means[at]!) ** 2));
    return variance === 0 ? 1 : Math.sqrt(variance);
  });
  const standard = rows.map((row) => row.map((value, at) => (value - means[at]!) / scales[at]!));
  const weights = new Array<number>(width).fill(0);
  let bias = 0;
  for (let round = 0; round < rounds; round++) {
    const slopes = new Array<number>(width).fill(0);
    let biasSlope = 0;
    for (let index = 0; index < standard.length; index++) {
      const row = standard[index]!;
      let odds = bias;
      for (let at = 0; at < width; at++) odds += weights[at]! * row[at]!;
      const error = 1 / (1 + Math.exp(-odds)) - (outcomes[index] ? 1 : 0);
      biasSlope += error;
      for (let at = 0; at < width; at++) slopes[at]! += error * row[at]!;
    }
    bias -= (rate * biasSlope) / standard.length;
    for (let at = 0; at < width; at++) {
      weights[at]! -= rate * (slopes[at]! / standard.length + shrinkage * weights[at]!);
    }
  }
  return { bias, weights, means, scales };
}

function columns(width: number, of: (at: number) => number): number[] {
  return Array.from({ length: width }, (_, at) => of(at));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
