import type { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';

/** An address that a host may have. */
export function hostAddress(r: SeededRandom): string {
  return [r.between(11, 90), r.between(0, 250), r.between(0, 250), r.between(1, 250)].join('.');
}
